INSERT INTO links VALUES (1,'https://example.com/a','x'),(2,'https://example.com/b?c=d''e','y');
SELECT * FROM t WHERE u LIKE 'http://example.org/%' AND v = "http://example.org/v"; -- see http://example.org/w.
UPDATE t SET u='https://example.com/it',n=1; COPY t FROM 's3://bucket/key.csv';
SELECT a::text FROM b;
