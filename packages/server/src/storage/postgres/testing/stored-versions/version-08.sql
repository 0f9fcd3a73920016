CREATE TABLE fixing (
  fiat text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  day text COLLATE "C" NOT NULL,
  content text NOT NULL,
  digest text NOT NULL,
  PRIMARY KEY (fiat, number)
);
CREATE INDEX fixing_day ON fixing(fiat, day);
INSERT INTO step (number, kind, at) VALUES (8, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO fixing (fiat, number, day, content, digest) VALUES ('UAH', 1, '2026-11-19', '{"asset":"USDT","confidence":"low","correction":null,"day":"2026-11-19","fiat":"UAH","made_at":"2026-11-20T00:00:00.000Z","method":"index-1","number":1,"previous_digest":null,"slots":7,"sources":1,"value":41.5}', '93c6204182967aa2854d51c97a8353e3b904d83d5cf380c0a05b15fd867ec245');
