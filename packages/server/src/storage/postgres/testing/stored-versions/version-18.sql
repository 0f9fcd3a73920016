CREATE TABLE second_factor (
  account_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES login(account_id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  used_step bigint NOT NULL,
  recovery text NOT NULL,
  created_at bigint NOT NULL
);
INSERT INTO step (number, kind, at) VALUES (18, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO second_factor (account_id, secret, used_step, recovery, created_at) VALUES ('acc_ann', '\x010203', 1, 'code', 1795132800000);
