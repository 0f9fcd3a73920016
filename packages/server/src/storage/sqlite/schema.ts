import type { TableName } from '../tables.js'
import { addSums, widenSums } from './checksums.js'

/** Tables that got checksums in step 2. */
const summed: readonly TableName[] = [
  'account',
  'api_key',
  'usage_month',
  'usage_day',
  'webhook',
  'delivery',
  'idempotency',
  'back_off',
  'latest_board',
  'series',
  'meta',
]
const firstUsageDay = ['account_id', 'day', 'key_id', 'endpoint', 'requests', 'counted']
const firstLogin = ['account_id', 'email', 'password', 'is_admin']
const firstSession = ['digest', 'account_id', 'created_at', 'ends_at']
const allSums = (): string =>
  summed.map((table) => (table === 'usage_day' ? addSums(table, firstUsageDay) : addSums(table))).join('')

/** True for a delivery that waits for its turn, and not for a manual one. All other quotation marks in a record are escaped. */
export const takesTurns = (state: string, record: string): string =>
  `${state} = 'pending' AND ${record} NOT LIKE '%"once":true%'`

/** Each step takes a database from version n to n + 1. Steps are never edited once released; a new shape is a new step. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id),
    digest TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    label TEXT,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX api_key_account ON api_key(account_id);

  CREATE TABLE usage_month (
    account_id TEXT NOT NULL,
    month INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage_day (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    key_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    requests INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, key_id, endpoint)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE webhook (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL,
    secret BLOB NOT NULL,
    previous_secret BLOB
  ) STRICT;
  CREATE INDEX webhook_account ON webhook(account_id, created_at);

  CREATE TABLE delivery (
    id TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX delivery_webhook ON delivery(webhook_id, created_at);
  CREATE INDEX delivery_pending ON delivery(state) WHERE state = 'pending';

  CREATE TABLE idempotency (
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status INTEGER,
    body TEXT,
    PRIMARY KEY (account_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE back_off (
    exchange TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    faults INTEGER NOT NULL,
    not_before INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE latest_board (
    exchange TEXT NOT NULL,
    fiat TEXT NOT NULL,
    side TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    ads BLOB NOT NULL,
    PRIMARY KEY (exchange, fiat, side)
  ) STRICT;

  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    fiat TEXT NOT NULL,
    exchange TEXT NOT NULL,
    UNIQUE (fiat, exchange)
  ) STRICT;

  CREATE TABLE snap (
    slot INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;

  CREATE TABLE chunk (
    -- series id * 2^20 + day number: one series lies together, a month is one short range
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;

  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE account ADD COLUMN deleted_at INTEGER;
  ${allSums()}
  UPDATE chunk SET data = seal_day(id, data);
  UPDATE snap SET data = seal_slot(slot, data);
  `,
  `
  CREATE TABLE board_memory (
    exchange TEXT NOT NULL,
    fiat TEXT NOT NULL,
    side TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    memory BLOB NOT NULL,
    PRIMARY KEY (exchange, fiat, side)
  ) STRICT;

  CREATE TABLE publication (
    fiat TEXT PRIMARY KEY,
    number INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE crossing_values (
    fiat TEXT PRIMARY KEY,
    measured TEXT NOT NULL
  ) STRICT;
  ${addSums('board_memory')}
  ${addSums('publication')}
  ${addSums('crossing_values')}
  `,
  `
  CREATE TABLE hold (
    name TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    held_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_waiting ON delivery(webhook_id) WHERE state = 'pending';
  ${addSums('hold')}
  `,
  `
  ALTER TABLE usage_day ADD COLUMN errors INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE usage_day ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX usage_day_day ON usage_day(day);
  ${widenSums('usage_day', firstUsageDay)}
  `,
  `
  CREATE TABLE login (
    account_id TEXT PRIMARY KEY REFERENCES account(id),
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    is_admin INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session (
    digest TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_account ON session(account_id);
  ${addSums('login', firstLogin)}
  ${addSums('session', firstSession)}
  `,
  // When each key was used last; until now the day alone was known.
  `
  CREATE TABLE key_use (
    key_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO key_use SELECT key_id, account_id, unixepoch(max(day)) * 1000 FROM usage_day GROUP BY key_id;
  CREATE INDEX key_use_account ON key_use(account_id);
  ${addSums('key_use')}
  `,
  `
  CREATE TABLE invite (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    note TEXT,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE link (
    digest TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX link_account ON link(account_id);
  ${addSums('invite')}
  ${addSums('link')}
  `,
  `
  CREATE TABLE uptime (
    quarter INTEGER PRIMARY KEY,
    sources BLOB NOT NULL
  ) STRICT;
  ${addSums('uptime')}
  `,
  // Last time a user was logged in; 0 if that was before this step.
  `
  ALTER TABLE login ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
  ${widenSums('login', firstLogin)}
  `,
  `
  CREATE TABLE fixing (
    fiat TEXT NOT NULL,
    number INTEGER NOT NULL,
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (fiat, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX fixing_day ON fixing(fiat, day);
  ${addSums('fixing')}
  `,
  `
  CREATE TABLE official_rate (
    fiat TEXT NOT NULL,
    day TEXT NOT NULL,
    rate TEXT NOT NULL,
    source TEXT NOT NULL,
    bank TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    PRIMARY KEY (fiat, day)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX official_rate_bank ON official_rate(bank, read_at);
  ${addSums('official_rate')}
  `,
  `
  CREATE TABLE inbox (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    place TEXT,
    code TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX inbox_account ON inbox(account_id);
  CREATE INDEX inbox_place ON inbox(place);
  ${addSums('inbox')}
  `,
  `
  CREATE TABLE price_rule (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    fiat TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX price_rule_account ON price_rule(account_id);
  CREATE INDEX price_rule_fiat ON price_rule(fiat);
  ${addSums('price_rule')}
  CREATE TABLE rule_price (
    rule_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${addSums('rule_price')}
  `,
  `
  CREATE TABLE reporter (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${addSums('reporter')}
  `,
  `
  CREATE TABLE price_board (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX price_board_account ON price_board(account_id);
  ${addSums('price_board')}
  `,
  `
  CREATE TABLE hourly_market (
    fiat TEXT NOT NULL,
    hour INTEGER NOT NULL,
    judged_at INTEGER NOT NULL,
    market BLOB NOT NULL,
    PRIMARY KEY (fiat, hour)
  ) STRICT;
  ${addSums('hourly_market')}
  `,
  `
  ALTER TABLE session ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE session ADD COLUMN network TEXT NOT NULL DEFAULT '';
  ${widenSums('session', firstSession)}
  CREATE TABLE recent_log_in (
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    network TEXT NOT NULL,
    succeeded INTEGER NOT NULL,
    PRIMARY KEY (account_id, at, network, succeeded)
  ) STRICT, WITHOUT ROWID;
  ${addSums('recent_log_in')}
  `,
  `
  CREATE TABLE second_factor (
    account_id TEXT PRIMARY KEY REFERENCES login(account_id) ON DELETE CASCADE,
    secret BLOB NOT NULL,
    used_step INTEGER NOT NULL,
    recovery TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${addSums('second_factor')}
  `,
  // When the deliveries of each webhook are due; null: none waits. Deliveries that other programs insert are due at once.
  `
  ALTER TABLE webhook ADD COLUMN due_at INTEGER;
  CREATE INDEX webhook_due ON webhook(due_at) WHERE due_at IS NOT NULL;
  UPDATE webhook SET due_at = (
    SELECT max(CASE WHEN json_valid(record) THEN coalesce(json_extract(record, '$.nextAttemptAtMs'), 0) ELSE 0 END) FROM delivery
    WHERE webhook_id = webhook.id AND ${takesTurns('state', 'record')});
  CREATE TRIGGER delivery_due AFTER INSERT ON delivery WHEN ${takesTurns('NEW.state', 'NEW.record')} BEGIN
    UPDATE webhook SET due_at = 0 WHERE id = NEW.webhook_id AND due_at IS NULL;
  END;
  `,
]
