CREATE TABLE track_record (
  fiat text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  counts text NOT NULL,
  PRIMARY KEY (fiat, day)
);
CREATE INDEX track_record_day ON track_record(day);
INSERT INTO step (number, kind, at) VALUES (19, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO track_record (fiat, day, counts) VALUES ('UAH', '2026-11-20', '[["best","high","published",2,2]]');
