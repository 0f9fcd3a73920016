ALTER TABLE session ADD COLUMN used_at bigint NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN network text NOT NULL DEFAULT '';
CREATE TABLE recent_log_in (
  account_id text COLLATE "C" NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
  at bigint NOT NULL,
  network text COLLATE "C" NOT NULL,
  succeeded smallint NOT NULL,
  PRIMARY KEY (account_id, at, network, succeeded)
);
INSERT INTO step (number, kind, at) VALUES (17, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO recent_log_in (account_id, at, network, succeeded) VALUES ('acc_ann', 1795132800000, '192.0.2.1', 1);
