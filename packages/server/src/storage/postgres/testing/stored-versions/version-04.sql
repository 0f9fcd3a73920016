CREATE TABLE handed_reading (
  exchange text COLLATE "C" NOT NULL,
  fiat text COLLATE "C" NOT NULL,
  side text COLLATE "C" NOT NULL,
  -- position of its event in the changelog
  place bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  reading text NOT NULL,
  PRIMARY KEY (exchange, fiat, side)
);
INSERT INTO step (number, kind, at) VALUES (4, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO handed_reading (exchange, fiat, side, place, asked_at, reading) VALUES ('okx', 'UAH', 'BUY', 1, '2026-11-20 00:00:00+00', '{}');
