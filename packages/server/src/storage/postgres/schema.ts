import { statementsByVersion } from '../table-statements.js'

/** `expand`: the release before works on. `breaking`: it must be gone before. Released steps are never edited. */
export type Step = { readonly kind: 'expand' | 'breaking'; readonly sql: string }

const name = 'text COLLATE "C" NOT NULL'

/**
 * Statements of each version that its tables, columns and indexes don't say: tables of PostgreSQL alone, which are not
 * copied, functions and triggers. Only leases use the clock of the database.
 */
const ownStatements: Readonly<Record<number, string>> = {
  1: `
  -- sender of the pending deliveries of a webhook
  CREATE TABLE lane (
    webhook_id ${name} PRIMARY KEY REFERENCES webhook(id) ON DELETE CASCADE,
    token bigint NOT NULL,
    lease_until timestamptz NOT NULL
  );
  `,
  2: `
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
    about ${name} PRIMARY KEY,
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
    id ${name} PRIMARY KEY,
    release text NOT NULL,
    address text NOT NULL,
    seen bigint NOT NULL,
    troubles text NOT NULL,
    started_at timestamptz NOT NULL,
    beat_at timestamptz NOT NULL
  );

  -- Two tables: a renewal must not wait for its own writes, but a takeover waits for pending ones.
  CREATE TABLE lease (
    name ${name} PRIMARY KEY,
    holder text NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE TABLE fence (
    name ${name} PRIMARY KEY,
    generation bigint NOT NULL
  );
  `,
  // Due time of each queue, so that servers send side by side.
  3: `
  -- 'infinity': no delivery is due
  ALTER TABLE lane ADD COLUMN due_at timestamptz NOT NULL DEFAULT 'infinity';
  CREATE INDEX lane_due ON lane(due_at);

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
  `,
  4: `
  CREATE TABLE handed_reading (
    exchange ${name},
    fiat ${name},
    side text COLLATE "C" NOT NULL,
    -- position of its event in the changelog
    place bigint NOT NULL,
    asked_at timestamptz NOT NULL,
    reading text NOT NULL,
    PRIMARY KEY (exchange, fiat, side)
  );
  `,
  // Snapshots are large, and the default compression takes longer than the rest of the write. Not every server has lz4.
  5: `
  DO $$ BEGIN
    ALTER TABLE state ALTER COLUMN event SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported THEN NULL;
  END $$;
  `,
  // Last batch number per usage writer. A batch that is resent after a lost acknowledgement doesn't count twice.
  6: `
  CREATE TABLE usage_writer (
    writer ${name} PRIMARY KEY,
    number bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  `,
  // Settings digest per server, to detect servers with different settings.
  7: `ALTER TABLE member ADD COLUMN settings text NOT NULL DEFAULT ''`,
  // Tasks of remote collectors, shared by all servers. Unlogged, because they are short-lived; after a database crash,
  // servers post them again.
  13: `
  CREATE UNLOGGED TABLE remote_task (
    task ${name} PRIMARY KEY,
    nonce ${name},
    group_id ${name},
    not_by text[] NOT NULL,
    exchange ${name},
    page text NOT NULL,
    -- lease and generation of the poster
    lease ${name},
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
    reporter ${name} PRIMARY KEY,
    exchanges text[] NOT NULL,
    seen_at timestamptz NOT NULL,
    rests_until timestamptz
  );

  CREATE UNLOGGED TABLE poll_nonce (
    nonce ${name} PRIMARY KEY,
    reporter ${name},
    ends_at timestamptz NOT NULL
  );

  CREATE FUNCTION tell_reporter() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM tell(json_build_object('kind', 'reporter_removed', 'reporter', OLD.id)::text);
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER reporter_removed AFTER DELETE ON reporter
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_reporter();
  `,
  // A log that went back gives the same numbers to other changes.
  15: 'ALTER TABLE member ADD COLUMN seen_written_us bigint NOT NULL DEFAULT 0',
}

/** Versions that earlier releases cannot work with. */
const breaking: ReadonlySet<number> = new Set()

export const steps: readonly Step[] = statementsByVersion('postgres', ownStatements).map((sql, at) => ({
  kind: breaking.has(at + 1) ? 'breaking' : 'expand',
  sql,
}))
