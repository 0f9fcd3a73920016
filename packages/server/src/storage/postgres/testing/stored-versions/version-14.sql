CREATE TABLE price_board (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL NOT NULL,
  created_at bigint NOT NULL,
  record text NOT NULL
);
CREATE INDEX price_board_account ON price_board(account_id);
INSERT INTO step (number, kind, at) VALUES (14, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO price_board (id, account_id, created_at, record) VALUES ('bo_1', 'acc_ann', 1795219200000, '{"id":"bo_1","accountId":"acc_ann","title":"Our rates","rules":["ru_1"],"lang":"en","tz":"Europe/Kyiv","theme":"auto","accent":null,"createdAtMs":1795219200000}');
