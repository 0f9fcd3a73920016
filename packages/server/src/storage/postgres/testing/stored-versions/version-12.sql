CREATE TABLE reporter (id text COLLATE "C" NOT NULL PRIMARY KEY, record text NOT NULL);
INSERT INTO step (number, kind, at) VALUES (12, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO reporter (id, record) VALUES ('rep_1', '{"id":"rep_1","publicKey":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc","exchanges":["bybit","bitget"],"addedAtMs":1,"standing":{"agreements":0,"contradictions":0}}');
