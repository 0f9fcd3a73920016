CREATE UNLOGGED TABLE remote_task (
  task text COLLATE "C" NOT NULL PRIMARY KEY,
  nonce text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  not_by text[] NOT NULL,
  exchange text COLLATE "C" NOT NULL,
  page text NOT NULL,
  -- lease and generation of the poster
  lease text COLLATE "C" NOT NULL,
  generation bigint NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_by text COLLATE "C",
  handed_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- kept for a while, so that no collector reads two pages of one group
  is_over boolean NOT NULL DEFAULT false
);
CREATE INDEX remote_task_group ON remote_task(group_id);
-- Compressing a page takes longer than writing it.
ALTER TABLE remote_task ALTER COLUMN answer SET STORAGE EXTERNAL;

CREATE UNLOGGED TABLE remote_reader (
  reporter text COLLATE "C" NOT NULL PRIMARY KEY,
  exchanges text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  rests_until timestamptz
);

CREATE UNLOGGED TABLE poll_nonce (
  nonce text COLLATE "C" NOT NULL PRIMARY KEY,
  reporter text COLLATE "C" NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE FUNCTION tell_reporter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('kind', 'reporter_removed', 'reporter', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER reporter_removed AFTER DELETE ON reporter
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_reporter();
INSERT INTO step (number, kind, at) VALUES (13, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO remote_task (task, nonce, group_id, not_by, exchange, page, lease, generation) VALUES ('task_1', 'n', 'g', '{}', 'okx', '{}', 'collector', 4);
INSERT INTO remote_reader (reporter, exchanges, seen_at) VALUES ('rep_1', '{okx}', '2026-11-20 00:00:00+00');
INSERT INTO poll_nonce (nonce, reporter, ends_at) VALUES ('n', 'rep_1', '2026-11-20 00:00:00+00');
