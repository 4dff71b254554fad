// Command uriscan finds the components of RFC 3986 references, one a line, says
// where and why a line is none, and finds URIs inside texts. It calls what the
// packages of this module export and nothing behind it.
//
// How it is built:
//
//	main.go       streams, signals and exit statuses
//	commands.go   the table of commands, usage errors, help
//	completion.go what shells complete
//	hints.go      what errors say to do next
//	terminal.go color.go   whether somebody sits at a stream, and whether it has colours
//	flags.go      the flags that commands share, and their values
//	files.go      how files are opened, and what is known of one that is open
//	inputs.go     the files named on the command line, opened in order
//	steady.go     an input read to its end, whatever happens to it meanwhile
//	unpack.go     an input as a text, decompressed if it is an archive
//	archive.go    what archives have in common: members, damage, what follows them
//	archive_gzip.go archive_zstd.go archive_bzip2.go   their formats
//	blocks.go     an input as a sequence of blocks of whole lines
//	interrupt.go  a read that an interrupt can end
//	job.go        what a command does with the lines of one block
//	stretch.go    and with many good lines of it in one step
//	feeder.go     the inputs as blocks, in order
//	pipeline.go   jobs on many blocks at once
//	driver.go     their output and diagnostics, in order
//	output.go     where the output goes, and why it may not go there
//	write.go      whole lines written, whatever becomes of what takes them
//	pipe_*.go screen_*.go   what systems tell of streams and files
//	progress.go   the status line
//	check.go explain.go parse.go   one command each
//	resolve.go relativize.go normalize.go   likewise
//	dedupe.go     the command dedupe
//	dedupe_keys.go dedupe_lines.go   what it compares of lines, and their keys
//	dedupe_normal.go                 and their normal forms, where those are printed
//	dedupe_run.go dedupe_seen.go     which lines are new, and the set of earlier runs
//	dedupe_output.go                 and the output that it knows
//	dedupe_memory.go                 what it takes at most
//	extract.go    the command extract
//	extract_walk.go   its reader: files and folders
//	extract_batch.go extract_pieces.go   small files, which the workers read, and how
//	                  large ones are cut into blocks
//	ignore.go ignore_glob.go   what folders say is to be skipped
//	extract_run.go    what is printed for a block, and where a text can be cut
//	extract_compressed.go   which compressed files in folders are read
//	extract_format.go extract_decode.go extract_join.go   --format, escapes, --join
//	extract_text.go   a text of which what is needed is held
//	extract_find.go extract_head.go extract_end.go   where URIs are: the search, the rules
//	                  on where they begin, the rules on where they end
//	extract_variables.go   what is no URI yet: the variables of shells and templates
//	extract_form.go extract_pages.go   what an input is read as, and the flags for it
//	extract_documents.go extract_found.go   what is read from its beginning to its end,
//	                  and what is found in it
//	html_page.go html_tag.go   HTML: a document and its tags
//	html_attributes.go html_references.go html_base.go   which attributes hold what, their
//	                  character references, and what their references refer to
//	warc_frames.go warc_records.go   WARC: where records are, and what is done with each
//	warc_payload.go   what they hold
//	stats.go      the command stats
//	stats_count.go    what it counts of a line
//	stats_report.go   and what it says of all together
//	table.go      what a job does with a column of its lines
//	column.go column_flags.go   where a value stands in a line, and the flags for it
//	columns_plain.go columns_csv.go columns_log.go columns_json.go   the kinds of lines
//	csv_ends.go jsonscan.go     where records of CSV end, how a line of JSON is read
//	fields.go json.go tsv.go format.go semconv.go   the formats of parse
//	frames.go         what stands between the components, ready to be copied
//	picture.go expected.go   what explain draws, and what could stand there
//	internal/tally internal/site internal/report   for stats: counting in bounded
//	                  memory, registrable domains, tables and pages
package main
