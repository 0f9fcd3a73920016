CREATE TABLE official_rate (
  fiat text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  rate text NOT NULL,
  source text NOT NULL,
  bank text COLLATE "C" NOT NULL,
  read_at bigint NOT NULL,
  PRIMARY KEY (fiat, day)
);
CREATE INDEX official_rate_bank ON official_rate(bank, read_at);
INSERT INTO step (number, kind, at) VALUES (9, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO official_rate (fiat, day, rate, source, bank, read_at) VALUES ('UAH', '2026-11-20', '41.25', 'nbu', 'NBU', 1795132800000);
