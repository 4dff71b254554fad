// Package archive decompresses inputs that begin like gzip, zstd or bzip2 data, and says where
// they are damaged and which lines were read before.
//
// reader.go knows an archive by its first bytes; archive.go has what the formats have in
// common: members, damage, and what follows the last member.
package archive
