CREATE TABLE usage_writer (
  writer text COLLATE "C" NOT NULL PRIMARY KEY,
  number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO step (number, kind, at) VALUES (6, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO usage_writer (writer, number) VALUES ('srv_1', 5);
