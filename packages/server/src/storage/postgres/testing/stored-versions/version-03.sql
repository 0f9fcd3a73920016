-- 'infinity': no delivery is due
ALTER TABLE lane ADD COLUMN due_at timestamptz NOT NULL DEFAULT 'infinity';
CREATE INDEX lane_due ON lane(due_at);

-- Manual send: its sender is alive until then.
ALTER TABLE delivery ADD COLUMN held_until timestamptz;
CREATE INDEX delivery_held ON delivery(held_until) WHERE state = 'pending' AND held_until IS NOT NULL;

-- All other quotation marks in a record are escaped.
ALTER TABLE webhook ADD COLUMN fiat text COLLATE "C" GENERATED ALWAYS AS (substring(record FROM '"fiat":"([^"]*)"')) STORED;
CREATE INDEX webhook_watched ON webhook(fiat) WHERE enabled = 1;

CREATE FUNCTION takes_turns(state text, record text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT state = 'pending' AND record NOT LIKE '%"once":true%'
$$;

-- Every new delivery makes its queue due. A queue with a later time keeps it.
CREATE FUNCTION make_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lane (webhook_id, token, lease_until, due_at)
  SELECT DISTINCT webhook_id, 0, '-infinity'::timestamptz, statement_timestamp() FROM made
  WHERE takes_turns(state, record) ORDER BY webhook_id
  ON CONFLICT (webhook_id) DO UPDATE SET due_at = excluded.due_at WHERE lane.due_at = 'infinity';
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_made AFTER INSERT ON delivery
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION make_due();
INSERT INTO lane (webhook_id, token, lease_until, due_at)
SELECT DISTINCT webhook_id, 0, '-infinity'::timestamptz, statement_timestamp() FROM delivery WHERE takes_turns(state, record)
ON CONFLICT (webhook_id) DO UPDATE SET due_at = excluded.due_at;
INSERT INTO step (number, kind, at) VALUES (3, 'expand', '2026-11-20 00:00:00+00');
