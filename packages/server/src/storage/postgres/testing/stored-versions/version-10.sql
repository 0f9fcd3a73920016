CREATE TABLE inbox (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL NOT NULL,
  place text COLLATE "C",
  code text COLLATE "C" UNIQUE,
  created_at bigint NOT NULL,
  record text NOT NULL
);
CREATE INDEX inbox_account ON inbox(account_id);
CREATE INDEX inbox_place ON inbox(place);
INSERT INTO step (number, kind, at) VALUES (10, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO inbox (id, account_id, place, code, created_at, record) VALUES ('in_1', 'acc_ann', 'email desk@example.com', NULL, 1795219200000, '{"id":"in_1","accountId":"acc_ann","kind":"email","address":"desk@example.com","name":"desk@example.com","language":"en","state":"confirmed","code":null,"createdAtMs":1795219200000}');
