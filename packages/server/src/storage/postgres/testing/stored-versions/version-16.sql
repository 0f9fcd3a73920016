CREATE TABLE hourly_market (
  fiat text COLLATE "C" NOT NULL,
  hour bigint NOT NULL,
  judged_at bigint NOT NULL,
  market bytea NOT NULL,
  PRIMARY KEY (fiat, hour)
);
-- Already compressed.
ALTER TABLE hourly_market ALTER COLUMN market SET STORAGE EXTERNAL;
INSERT INTO step (number, kind, at) VALUES (16, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO hourly_market (fiat, hour, judged_at, market) VALUES ('UAH', 498648, 1795132800000, '\x070809');
