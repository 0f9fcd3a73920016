CREATE TABLE change_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seq bigint NOT NULL DEFAULT 0,
  -- changes up to this one are deleted
  forgotten bigint NOT NULL DEFAULT 0
);
INSERT INTO change_head DEFAULT VALUES;

CREATE TABLE change (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- the event, or the subject of its state
  event text,
  about text
);

-- Only the newest event of a state is kept.
CREATE TABLE state (
  about text COLLATE "C" NOT NULL PRIMARY KEY,
  seq bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  event text NOT NULL
);

CREATE FUNCTION tell(event text) RETURNS bigint LANGUAGE sql AS $$
  WITH head AS (UPDATE change_head SET seq = seq + 1 RETURNING seq)
  INSERT INTO change (seq, event) SELECT head.seq, tell.event FROM head RETURNING seq
$$;
CREATE FUNCTION tell_state(about text, event text) RETURNS bigint LANGUAGE sql AS $$
  WITH head AS (UPDATE change_head SET seq = seq + 1 RETURNING seq),
  told AS (INSERT INTO change (seq, about) SELECT head.seq, tell_state.about FROM head RETURNING change.seq)
  INSERT INTO state (about, seq, event) SELECT tell_state.about, told.seq, tell_state.event FROM told
  ON CONFLICT (about) DO UPDATE SET seq = excluded.seq, at = excluded.at, event = excluded.event RETURNING seq
$$;

-- Every change appends its event in the same transaction, at its end, so that the head is locked briefly.
CREATE FUNCTION tell_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('kind', 'key_changed', 'keyId', NEW.id, 'digest', NEW.digest,
    'isLive', NEW.revoked_at IS NULL)::text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER key_made AFTER INSERT ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_key();
CREATE CONSTRAINT TRIGGER key_ended AFTER UPDATE OF revoked_at ON api_key
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION tell_key();

CREATE FUNCTION tell_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('kind', 'account_changed', 'account', json_build_object(
    'id', NEW.id, 'name', NEW.name, 'plan', NEW.plan, 'createdAtMs', NEW.created_at))::text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER plan_changed AFTER UPDATE OF plan ON account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan)
  EXECUTE FUNCTION tell_account();

CREATE FUNCTION tell_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('kind', 'sessions_ended', 'accountId', OLD.account_id, 'sessionId', OLD.digest)::text);
  RETURN NULL;
END $$;
-- Do not notify for sessions that expired.
CREATE CONSTRAINT TRIGGER session_ended AFTER DELETE ON session
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.ends_at > extract(epoch FROM clock_timestamp()) * 1000)
  EXECUTE FUNCTION tell_session();

CREATE FUNCTION tell_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell(json_build_object('kind', 'webhook_changed', 'webhookId', coalesce(NEW.id, OLD.id), 'state',
    CASE WHEN NEW.id IS NULL THEN 'deleted' WHEN NEW.enabled = 1 THEN 'enabled' ELSE 'disabled' END)::text);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER webhook_made AFTER INSERT OR DELETE ON webhook
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_webhook();
CREATE CONSTRAINT TRIGGER webhook_switched AFTER UPDATE OF enabled ON webhook
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.enabled IS DISTINCT FROM NEW.enabled)
  EXECUTE FUNCTION tell_webhook();

CREATE TABLE member (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  release text NOT NULL,
  address text NOT NULL,
  seen bigint NOT NULL,
  troubles text NOT NULL,
  started_at timestamptz NOT NULL,
  beat_at timestamptz NOT NULL
);

-- Two tables: a renewal must not wait for its own writes, but a takeover waits for pending ones.
CREATE TABLE lease (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  holder text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE TABLE fence (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  generation bigint NOT NULL
);
INSERT INTO step (number, kind, at) VALUES (2, 'expand', '2026-11-20 00:00:00+00');
SELECT tell('{"kind":"none"}');
SELECT tell_state('board okx UAH BUY', '{"kind":"none"}');
INSERT INTO member (id, release, address, seen, troubles, started_at, beat_at) VALUES ('srv_1', '0.0.1', '', 1, '[]', '2026-11-20 00:00:00+00', '2026-11-20 00:00:00+00');
INSERT INTO lease (name, holder, expires_at) VALUES ('collector', 'srv_1', '2026-11-20 00:00:00+00');
INSERT INTO fence (name, generation) VALUES ('collector', 4);
