CREATE TABLE price_rule (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL NOT NULL,
  fiat text COLLATE "C" NOT NULL NOT NULL,
  created_at bigint NOT NULL,
  record text NOT NULL
);
CREATE INDEX price_rule_account ON price_rule(account_id);
CREATE INDEX price_rule_fiat ON price_rule(fiat);
CREATE TABLE rule_price (
  rule_id text COLLATE "C" NOT NULL PRIMARY KEY,
  revision bigint NOT NULL,
  version bigint NOT NULL,
  record text NOT NULL
);
INSERT INTO step (number, kind, at) VALUES (11, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO price_rule (id, account_id, fiat, created_at, record) VALUES ('ru_1', 'acc_ann', 'UAH', 1795219200000, '{"id":"ru_1","accountId":"acc_ann","name":"Desk","fiat":"UAH","lastGoodSeconds":3600,"revision":1,"createdAtMs":1795219200000,"fields":{"fiat":"UAH","side":"BUY","base":"best","offset_pct":1}}');
INSERT INTO rule_price (rule_id, revision, version, record) VALUES ('ru_1', 1, 1, '{"ruleId":"ru_1","revision":1,"version":1,"price":{"price":41.9,"exchanges":["binance"],"ads":1,"confidence":"high","observedAtMs":1795255200000,"steps":[{"step":"base","price":41.32},{"step":"offset_pct","price":41.9}]}}');
