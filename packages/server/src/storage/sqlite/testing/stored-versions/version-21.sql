CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL
  , deleted_at INTEGER, sum INTEGER) STRICT;
CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account(id),
    digest TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    label TEXT,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  , sum INTEGER) STRICT;
CREATE TABLE usage_month (
    account_id TEXT NOT NULL,
    month INTEGER NOT NULL,
    counted INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE usage_day (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    key_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    requests INTEGER NOT NULL,
    counted INTEGER NOT NULL, sum INTEGER, errors INTEGER NOT NULL DEFAULT 0, limited INTEGER NOT NULL DEFAULT 0,
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
  , sum INTEGER, due_at INTEGER) STRICT;
CREATE TABLE delivery (
    id TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  , sum INTEGER) STRICT;
CREATE TABLE idempotency (
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status INTEGER,
    body TEXT, sum INTEGER,
    PRIMARY KEY (account_id, key)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE back_off (
    exchange TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    faults INTEGER NOT NULL,
    not_before INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE latest_board (
    exchange TEXT NOT NULL,
    fiat TEXT NOT NULL,
    side TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    ads BLOB NOT NULL, sum INTEGER,
    PRIMARY KEY (exchange, fiat, side)
  ) STRICT;
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    fiat TEXT NOT NULL,
    exchange TEXT NOT NULL, sum INTEGER,
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
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE board_memory (
    exchange TEXT NOT NULL,
    fiat TEXT NOT NULL,
    side TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    memory BLOB NOT NULL, sum INTEGER,
    PRIMARY KEY (exchange, fiat, side)
  ) STRICT;
CREATE TABLE publication (
    fiat TEXT PRIMARY KEY,
    number INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE crossing_values (
    fiat TEXT PRIMARY KEY,
    measured TEXT NOT NULL
  , sum INTEGER) STRICT;
CREATE TABLE hold (
    name TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    held_until INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE login (
    account_id TEXT PRIMARY KEY REFERENCES account(id),
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    is_admin INTEGER NOT NULL
  , sum INTEGER, seen_at INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE session (
    digest TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  , sum INTEGER, used_at INTEGER NOT NULL DEFAULT 0, network TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE key_use (
    key_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    used_at INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE invite (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    note TEXT,
    created_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    used_at INTEGER
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE link (
    digest TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    ends_at INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE uptime (
    quarter INTEGER PRIMARY KEY,
    sources BLOB NOT NULL
  , sum INTEGER) STRICT;
CREATE TABLE fixing (
    fiat TEXT NOT NULL,
    number INTEGER NOT NULL,
    day TEXT NOT NULL,
    content TEXT NOT NULL,
    digest TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, number)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE fixing_inputs (
    fiat TEXT NOT NULL,
    number INTEGER NOT NULL,
    inputs TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, number)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE fixing_slot (
    fiat TEXT NOT NULL,
    slot INTEGER NOT NULL,
    record TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, slot)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE official_rate (
    fiat TEXT NOT NULL,
    day TEXT NOT NULL,
    rate TEXT NOT NULL,
    source TEXT NOT NULL,
    bank TEXT NOT NULL,
    read_at INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, day)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE inbox (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    place TEXT,
    code TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE price_rule (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    fiat TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE rule_price (
    rule_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    record TEXT NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE reporter (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE price_board (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE hourly_market (
    fiat TEXT NOT NULL,
    hour INTEGER NOT NULL,
    judged_at INTEGER NOT NULL,
    market BLOB NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, hour)
  ) STRICT;
CREATE TABLE recent_log_in (
    account_id TEXT NOT NULL REFERENCES login(account_id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    network TEXT NOT NULL,
    succeeded INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (account_id, at, network, succeeded)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE second_factor (
    account_id TEXT PRIMARY KEY REFERENCES login(account_id) ON DELETE CASCADE,
    secret BLOB NOT NULL,
    used_step INTEGER NOT NULL,
    recovery TEXT NOT NULL,
    created_at INTEGER NOT NULL
  , sum INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO account (id, name, plan, created_at, deleted_at, sum) VALUES ('acc_ann', 'Ann', 'Pro', 1795132800000, NULL, 1978367212);
INSERT INTO api_key (id, account_id, digest, prefix, label, created_at, revoked_at, sum) VALUES ('key_1', 'acc_ann', 'digest of a key', 'p2p_', 'first', 1795132800000, NULL, 3467282070);
INSERT INTO usage_month (account_id, month, counted, sum) VALUES ('acc_ann', 24322, 2, 930166485);
INSERT INTO usage_day (account_id, day, key_id, endpoint, requests, counted, sum, errors, limited) VALUES ('acc_ann', '2026-11-20', 'key_1', 'rates', 3, 2, 2198970523, 1, 0);
INSERT INTO webhook (id, account_id, enabled, created_at, record, secret, previous_secret, sum, due_at) VALUES ('wh_1', 'acc_ann', 1, 1795219200000, '{"id":"wh_1","accountId":"acc_ann","url":"https://receiver.example.com/hook","event":"best_buy","fiat":"UAH","exchange":null,"paymentMethod":null,"threshold":41,"amount":null,"hysteresis":null,"fillAmount":null,"confidence":null,"holdSeconds":null,"description":null,"enabled":true,"disabledReason":null,"consecutiveFailures":0,"createdAtMs":1795219200000,"lastDelivery":null,"crossing":"unknown","firedAtMs":null,"holding":null,"rotationId":null,"sentByHandMs":[],"previousUntilMs":null}', X'040506', NULL, 3841648565, 1795262400000);
INSERT INTO delivery (id, webhook_id, state, created_at, record, sum) VALUES ('dl_1', 'wh_1', 'pending', 1795132800000, '{"id":"dl_1","webhookId":"wh_1","event":"best_buy","createdAtMs":1795132800000,"body":"{\"event\":\"best_buy\"}","state":"pending","attempts":0,"nextAttemptAtMs":1795262400000,"lastStatus":null,"lastFault":null,"lastAttemptAtMs":null,"lastDurationMs":null,"once":false}', 2252132458);
INSERT INTO idempotency (account_id, key, fingerprint, operation_id, created_at, status, body, sum) VALUES ('acc_ann', 'once', 'f', 'op_1', 1795132800000, NULL, NULL, 569812134);
INSERT INTO back_off (exchange, kind, faults, not_before, sum) VALUES ('okx', 'timeout', 2, 1795132800000, 2610772342);
INSERT INTO series (id, fiat, exchange, sum) VALUES (1, 'UAH', 'okx', 2182118936);
INSERT INTO snap (slot, data) VALUES (5983776, X'020000000000000000000000000000000000000060490600d83506000900080036a172c0');
INSERT INTO snap (slot, data) VALUES (5983777, X'0200000000000000000000000000000000000000484d0600c0390600090008000fe519cd');
INSERT INTO chunk (id, data) VALUES (1069352, X'0200000033d64b51784506000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f03106000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000090000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO meta (name, value, sum) VALUES ('prices', 'real', 3839800765);
INSERT INTO publication (fiat, number, sum) VALUES ('UAH', 7, 225839274);
INSERT INTO login (account_id, email, password, is_admin, sum, seen_at) VALUES ('acc_ann', 'ann@example.com', 'digest of a password', 1, 1666184186, 1795132800000);
INSERT INTO session (digest, account_id, created_at, ends_at, sum, used_at, network) VALUES ('session', 'acc_ann', 1795132800000, 1795219200000, 878472475, 1795132800000, '192.0.2.7');
INSERT INTO key_use (key_id, account_id, used_at, sum) VALUES ('key_1', 'acc_ann', 1795132800000, 2116268939);
INSERT INTO invite (id, digest, plan, note, created_at, ends_at, used_at, sum) VALUES ('inv_1', 'invite', 'Free', 'for Ben', 1795132800000, 1795132800000, NULL, 1818151006);
INSERT INTO link (digest, purpose, account_id, ends_at, sum) VALUES ('link', 'reset', 'acc_ann', 1795132800000, 3343965524);
INSERT INTO uptime (quarter, sources, sum) VALUES (1994592, X'8b11805b5b226f6b78222c22554148222c5b5b312c226c697665225d5d2c322c322c5b315d5d5d03', 1842307397);
INSERT INTO fixing (fiat, number, day, content, digest, sum) VALUES ('UAH', 1, '2026-11-19', '{"asset":"USDT","confidence":"low","correction":null,"day":"2026-11-19","fiat":"UAH","made_at":"2026-11-20T00:00:00.000Z","method":"index-1","number":1,"previous_digest":null,"slots":7,"sources":1,"value":41.5}', '93c6204182967aa2854d51c97a8353e3b904d83d5cf380c0a05b15fd867ec245', 1732005165);
INSERT INTO fixing_inputs (fiat, number, inputs, sum) VALUES ('UAH', 2, '{"method":"index-1","notice":0,"slots":[],"usual":[]}', 346222979);
INSERT INTO fixing_slot (fiat, slot, record, sum) VALUES ('UAH', 5983914, '{"at":"2026-11-20T11:30:00.000Z","confidence":"high","sources":[{"exchange":"okx","price":41.5,"evidence":3}]}', 1843157404);
INSERT INTO official_rate (fiat, day, rate, source, bank, read_at, sum) VALUES ('UAH', '2026-11-20', '41.25', 'nbu', 'NBU', 1795132800000, 262215401);
INSERT INTO inbox (id, account_id, place, code, created_at, record, sum) VALUES ('in_1', 'acc_ann', 'email desk@example.com', NULL, 1795219200000, '{"id":"in_1","accountId":"acc_ann","kind":"email","address":"desk@example.com","name":"desk@example.com","language":"en","state":"confirmed","code":null,"createdAtMs":1795219200000}', 2005905152);
INSERT INTO price_rule (id, account_id, fiat, created_at, record, sum) VALUES ('ru_1', 'acc_ann', 'UAH', 1795219200000, '{"id":"ru_1","accountId":"acc_ann","name":"Desk","fiat":"UAH","lastGoodSeconds":3600,"revision":1,"createdAtMs":1795219200000,"fields":{"fiat":"UAH","side":"BUY","base":"best","offset_pct":1}}', 2484033062);
INSERT INTO rule_price (rule_id, revision, version, record, sum) VALUES ('ru_1', 1, 1, '{"ruleId":"ru_1","revision":1,"version":1,"price":{"price":41.9,"exchanges":["binance"],"ads":1,"confidence":"high","observedAtMs":1795255200000,"steps":[{"step":"base","price":41.32},{"step":"offset_pct","price":41.9}]}}', 1408510512);
INSERT INTO reporter (id, record, sum) VALUES ('rep_1', '{"id":"rep_1","publicKey":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc","exchanges":["bybit","bitget"],"addedAtMs":1,"standing":{"agreements":0,"contradictions":0}}', 575526570);
INSERT INTO price_board (id, account_id, created_at, record, sum) VALUES ('bo_1', 'acc_ann', 1795219200000, '{"id":"bo_1","accountId":"acc_ann","title":"Our rates","rules":["ru_1"],"lang":"en","tz":"Europe/Kyiv","theme":"auto","accent":null,"createdAtMs":1795219200000}', 1879111352);
INSERT INTO hourly_market (fiat, hour, judged_at, market, sum) VALUES ('UAH', 498648, 1795132800000, X'070809', 287233247);
INSERT INTO recent_log_in (account_id, at, network, succeeded, sum) VALUES ('acc_ann', 1795132800000, '192.0.2.1', 1, 2347172979);
INSERT INTO second_factor (account_id, secret, used_step, recovery, created_at, sum) VALUES ('acc_ann', X'010203', 1, 'code', 1795132800000, 1137363558);
CREATE TABLE track_record (
    fiat TEXT NOT NULL,
    day TEXT NOT NULL,
    counts TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (fiat, day)
  ) STRICT, WITHOUT ROWID;
INSERT INTO track_record (fiat, day, counts, sum) VALUES ('UAH', '2026-11-20', '[["best","high","published",2,2]]', 4157682243);
CREATE INDEX api_key_account ON api_key(account_id);
CREATE INDEX webhook_account ON webhook(account_id, created_at);
CREATE INDEX delivery_webhook ON delivery(webhook_id, created_at);
CREATE INDEX delivery_pending ON delivery(state) WHERE state = 'pending';
CREATE TRIGGER account_made AFTER INSERT ON account BEGIN UPDATE account SET sum = row_sum('account', NEW.id, NEW.name, NEW.plan, NEW.created_at, NEW.deleted_at) WHERE id IS NEW.id; END;
CREATE TRIGGER account_changed AFTER UPDATE OF id, name, plan, created_at, deleted_at ON account BEGIN UPDATE account SET sum = row_sum('account', NEW.id, NEW.name, NEW.plan, NEW.created_at, NEW.deleted_at) WHERE id IS NEW.id; END;
CREATE TRIGGER api_key_made AFTER INSERT ON api_key BEGIN UPDATE api_key SET sum = row_sum('api_key', NEW.id, NEW.account_id, NEW.digest, NEW.prefix, NEW.label, NEW.created_at, NEW.revoked_at) WHERE id IS NEW.id; END;
CREATE TRIGGER api_key_changed AFTER UPDATE OF id, account_id, digest, prefix, label, created_at, revoked_at ON api_key BEGIN UPDATE api_key SET sum = row_sum('api_key', NEW.id, NEW.account_id, NEW.digest, NEW.prefix, NEW.label, NEW.created_at, NEW.revoked_at) WHERE id IS NEW.id; END;
CREATE TRIGGER usage_month_made AFTER INSERT ON usage_month BEGIN UPDATE usage_month SET sum = row_sum('usage_month', NEW.account_id, NEW.month, NEW.counted) WHERE account_id IS NEW.account_id AND month IS NEW.month; END;
CREATE TRIGGER usage_month_changed AFTER UPDATE OF account_id, month, counted ON usage_month BEGIN UPDATE usage_month SET sum = row_sum('usage_month', NEW.account_id, NEW.month, NEW.counted) WHERE account_id IS NEW.account_id AND month IS NEW.month; END;
CREATE TRIGGER webhook_made AFTER INSERT ON webhook BEGIN UPDATE webhook SET sum = row_sum('webhook', NEW.id, NEW.account_id, NEW.enabled, NEW.created_at, NEW.record, NEW.secret, NEW.previous_secret) WHERE id IS NEW.id; END;
CREATE TRIGGER webhook_changed AFTER UPDATE OF id, account_id, enabled, created_at, record, secret, previous_secret ON webhook BEGIN UPDATE webhook SET sum = row_sum('webhook', NEW.id, NEW.account_id, NEW.enabled, NEW.created_at, NEW.record, NEW.secret, NEW.previous_secret) WHERE id IS NEW.id; END;
CREATE TRIGGER delivery_made AFTER INSERT ON delivery BEGIN UPDATE delivery SET sum = row_sum('delivery', NEW.id, NEW.webhook_id, NEW.state, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER delivery_changed AFTER UPDATE OF id, webhook_id, state, created_at, record ON delivery BEGIN UPDATE delivery SET sum = row_sum('delivery', NEW.id, NEW.webhook_id, NEW.state, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER idempotency_made AFTER INSERT ON idempotency BEGIN UPDATE idempotency SET sum = row_sum('idempotency', NEW.account_id, NEW.key, NEW.fingerprint, NEW.operation_id, NEW.created_at, NEW.status, NEW.body) WHERE account_id IS NEW.account_id AND key IS NEW.key; END;
CREATE TRIGGER idempotency_changed AFTER UPDATE OF account_id, key, fingerprint, operation_id, created_at, status, body ON idempotency BEGIN UPDATE idempotency SET sum = row_sum('idempotency', NEW.account_id, NEW.key, NEW.fingerprint, NEW.operation_id, NEW.created_at, NEW.status, NEW.body) WHERE account_id IS NEW.account_id AND key IS NEW.key; END;
CREATE TRIGGER back_off_made AFTER INSERT ON back_off BEGIN UPDATE back_off SET sum = row_sum('back_off', NEW.exchange, NEW.kind, NEW.faults, NEW.not_before) WHERE exchange IS NEW.exchange; END;
CREATE TRIGGER back_off_changed AFTER UPDATE OF exchange, kind, faults, not_before ON back_off BEGIN UPDATE back_off SET sum = row_sum('back_off', NEW.exchange, NEW.kind, NEW.faults, NEW.not_before) WHERE exchange IS NEW.exchange; END;
CREATE TRIGGER latest_board_made AFTER INSERT ON latest_board BEGIN UPDATE latest_board SET sum = row_sum('latest_board', NEW.exchange, NEW.fiat, NEW.side, NEW.observed_at, NEW.ads) WHERE exchange IS NEW.exchange AND fiat IS NEW.fiat AND side IS NEW.side; END;
CREATE TRIGGER latest_board_changed AFTER UPDATE OF exchange, fiat, side, observed_at, ads ON latest_board BEGIN UPDATE latest_board SET sum = row_sum('latest_board', NEW.exchange, NEW.fiat, NEW.side, NEW.observed_at, NEW.ads) WHERE exchange IS NEW.exchange AND fiat IS NEW.fiat AND side IS NEW.side; END;
CREATE TRIGGER series_made AFTER INSERT ON series BEGIN UPDATE series SET sum = row_sum('series', NEW.id, NEW.fiat, NEW.exchange) WHERE id IS NEW.id; END;
CREATE TRIGGER series_changed AFTER UPDATE OF id, fiat, exchange ON series BEGIN UPDATE series SET sum = row_sum('series', NEW.id, NEW.fiat, NEW.exchange) WHERE id IS NEW.id; END;
CREATE TRIGGER meta_made AFTER INSERT ON meta BEGIN UPDATE meta SET sum = row_sum('meta', NEW.name, NEW.value) WHERE name IS NEW.name; END;
CREATE TRIGGER meta_changed AFTER UPDATE OF name, value ON meta BEGIN UPDATE meta SET sum = row_sum('meta', NEW.name, NEW.value) WHERE name IS NEW.name; END;
CREATE TRIGGER board_memory_made AFTER INSERT ON board_memory BEGIN UPDATE board_memory SET sum = row_sum('board_memory', NEW.exchange, NEW.fiat, NEW.side, NEW.observed_at, NEW.memory) WHERE exchange IS NEW.exchange AND fiat IS NEW.fiat AND side IS NEW.side; END;
CREATE TRIGGER board_memory_changed AFTER UPDATE OF exchange, fiat, side, observed_at, memory ON board_memory BEGIN UPDATE board_memory SET sum = row_sum('board_memory', NEW.exchange, NEW.fiat, NEW.side, NEW.observed_at, NEW.memory) WHERE exchange IS NEW.exchange AND fiat IS NEW.fiat AND side IS NEW.side; END;
CREATE TRIGGER publication_made AFTER INSERT ON publication BEGIN UPDATE publication SET sum = row_sum('publication', NEW.fiat, NEW.number) WHERE fiat IS NEW.fiat; END;
CREATE TRIGGER publication_changed AFTER UPDATE OF fiat, number ON publication BEGIN UPDATE publication SET sum = row_sum('publication', NEW.fiat, NEW.number) WHERE fiat IS NEW.fiat; END;
CREATE TRIGGER crossing_values_made AFTER INSERT ON crossing_values BEGIN UPDATE crossing_values SET sum = row_sum('crossing_values', NEW.fiat, NEW.measured) WHERE fiat IS NEW.fiat; END;
CREATE TRIGGER crossing_values_changed AFTER UPDATE OF fiat, measured ON crossing_values BEGIN UPDATE crossing_values SET sum = row_sum('crossing_values', NEW.fiat, NEW.measured) WHERE fiat IS NEW.fiat; END;
CREATE INDEX delivery_waiting ON delivery(webhook_id) WHERE state = 'pending';
CREATE TRIGGER hold_made AFTER INSERT ON hold BEGIN UPDATE hold SET sum = row_sum('hold', NEW.name, NEW.token, NEW.held_until) WHERE name IS NEW.name; END;
CREATE TRIGGER hold_changed AFTER UPDATE OF name, token, held_until ON hold BEGIN UPDATE hold SET sum = row_sum('hold', NEW.name, NEW.token, NEW.held_until) WHERE name IS NEW.name; END;
CREATE INDEX usage_day_day ON usage_day(day);
CREATE TRIGGER usage_day_made AFTER INSERT ON usage_day BEGIN UPDATE usage_day SET sum = row_sum('usage_day', NEW.account_id, NEW.day, NEW.key_id, NEW.endpoint, NEW.requests, NEW.counted, NEW.errors, NEW.limited) WHERE account_id IS NEW.account_id AND day IS NEW.day AND key_id IS NEW.key_id AND endpoint IS NEW.endpoint; END;
CREATE TRIGGER usage_day_changed AFTER UPDATE OF account_id, day, key_id, endpoint, requests, counted, errors, limited ON usage_day BEGIN UPDATE usage_day SET sum = row_sum('usage_day', NEW.account_id, NEW.day, NEW.key_id, NEW.endpoint, NEW.requests, NEW.counted, NEW.errors, NEW.limited) WHERE account_id IS NEW.account_id AND day IS NEW.day AND key_id IS NEW.key_id AND endpoint IS NEW.endpoint; END;
CREATE INDEX session_account ON session(account_id);
CREATE INDEX key_use_account ON key_use(account_id);
CREATE TRIGGER key_use_made AFTER INSERT ON key_use BEGIN UPDATE key_use SET sum = row_sum('key_use', NEW.key_id, NEW.account_id, NEW.used_at) WHERE key_id IS NEW.key_id; END;
CREATE TRIGGER key_use_changed AFTER UPDATE OF key_id, account_id, used_at ON key_use BEGIN UPDATE key_use SET sum = row_sum('key_use', NEW.key_id, NEW.account_id, NEW.used_at) WHERE key_id IS NEW.key_id; END;
CREATE INDEX link_account ON link(account_id);
CREATE TRIGGER invite_made AFTER INSERT ON invite BEGIN UPDATE invite SET sum = row_sum('invite', NEW.id, NEW.digest, NEW.plan, NEW.note, NEW.created_at, NEW.ends_at, NEW.used_at) WHERE id IS NEW.id; END;
CREATE TRIGGER invite_changed AFTER UPDATE OF id, digest, plan, note, created_at, ends_at, used_at ON invite BEGIN UPDATE invite SET sum = row_sum('invite', NEW.id, NEW.digest, NEW.plan, NEW.note, NEW.created_at, NEW.ends_at, NEW.used_at) WHERE id IS NEW.id; END;
CREATE TRIGGER link_made AFTER INSERT ON link BEGIN UPDATE link SET sum = row_sum('link', NEW.digest, NEW.purpose, NEW.account_id, NEW.ends_at) WHERE digest IS NEW.digest; END;
CREATE TRIGGER link_changed AFTER UPDATE OF digest, purpose, account_id, ends_at ON link BEGIN UPDATE link SET sum = row_sum('link', NEW.digest, NEW.purpose, NEW.account_id, NEW.ends_at) WHERE digest IS NEW.digest; END;
CREATE TRIGGER uptime_made AFTER INSERT ON uptime BEGIN UPDATE uptime SET sum = row_sum('uptime', NEW.quarter, NEW.sources) WHERE quarter IS NEW.quarter; END;
CREATE TRIGGER uptime_changed AFTER UPDATE OF quarter, sources ON uptime BEGIN UPDATE uptime SET sum = row_sum('uptime', NEW.quarter, NEW.sources) WHERE quarter IS NEW.quarter; END;
CREATE TRIGGER login_made AFTER INSERT ON login BEGIN UPDATE login SET sum = row_sum('login', NEW.account_id, NEW.email, NEW.password, NEW.is_admin, NEW.seen_at) WHERE account_id IS NEW.account_id; END;
CREATE TRIGGER login_changed AFTER UPDATE OF account_id, email, password, is_admin, seen_at ON login BEGIN UPDATE login SET sum = row_sum('login', NEW.account_id, NEW.email, NEW.password, NEW.is_admin, NEW.seen_at) WHERE account_id IS NEW.account_id; END;
CREATE INDEX fixing_day ON fixing(fiat, day);
CREATE TRIGGER fixing_made AFTER INSERT ON fixing BEGIN UPDATE fixing SET sum = row_sum('fixing', NEW.fiat, NEW.number, NEW.day, NEW.content, NEW.digest) WHERE fiat IS NEW.fiat AND number IS NEW.number; END;
CREATE TRIGGER fixing_changed AFTER UPDATE OF fiat, number, day, content, digest ON fixing BEGIN UPDATE fixing SET sum = row_sum('fixing', NEW.fiat, NEW.number, NEW.day, NEW.content, NEW.digest) WHERE fiat IS NEW.fiat AND number IS NEW.number; END;
CREATE INDEX official_rate_bank ON official_rate(bank, read_at);
CREATE TRIGGER official_rate_made AFTER INSERT ON official_rate BEGIN UPDATE official_rate SET sum = row_sum('official_rate', NEW.fiat, NEW.day, NEW.rate, NEW.source, NEW.bank, NEW.read_at) WHERE fiat IS NEW.fiat AND day IS NEW.day; END;
CREATE TRIGGER official_rate_changed AFTER UPDATE OF fiat, day, rate, source, bank, read_at ON official_rate BEGIN UPDATE official_rate SET sum = row_sum('official_rate', NEW.fiat, NEW.day, NEW.rate, NEW.source, NEW.bank, NEW.read_at) WHERE fiat IS NEW.fiat AND day IS NEW.day; END;
CREATE INDEX inbox_account ON inbox(account_id);
CREATE INDEX inbox_place ON inbox(place);
CREATE TRIGGER inbox_made AFTER INSERT ON inbox BEGIN UPDATE inbox SET sum = row_sum('inbox', NEW.id, NEW.account_id, NEW.place, NEW.code, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER inbox_changed AFTER UPDATE OF id, account_id, place, code, created_at, record ON inbox BEGIN UPDATE inbox SET sum = row_sum('inbox', NEW.id, NEW.account_id, NEW.place, NEW.code, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE INDEX price_rule_account ON price_rule(account_id);
CREATE INDEX price_rule_fiat ON price_rule(fiat);
CREATE TRIGGER price_rule_made AFTER INSERT ON price_rule BEGIN UPDATE price_rule SET sum = row_sum('price_rule', NEW.id, NEW.account_id, NEW.fiat, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER price_rule_changed AFTER UPDATE OF id, account_id, fiat, created_at, record ON price_rule BEGIN UPDATE price_rule SET sum = row_sum('price_rule', NEW.id, NEW.account_id, NEW.fiat, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER rule_price_made AFTER INSERT ON rule_price BEGIN UPDATE rule_price SET sum = row_sum('rule_price', NEW.rule_id, NEW.revision, NEW.version, NEW.record) WHERE rule_id IS NEW.rule_id; END;
CREATE TRIGGER rule_price_changed AFTER UPDATE OF rule_id, revision, version, record ON rule_price BEGIN UPDATE rule_price SET sum = row_sum('rule_price', NEW.rule_id, NEW.revision, NEW.version, NEW.record) WHERE rule_id IS NEW.rule_id; END;
CREATE TRIGGER reporter_made AFTER INSERT ON reporter BEGIN UPDATE reporter SET sum = row_sum('reporter', NEW.id, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER reporter_changed AFTER UPDATE OF id, record ON reporter BEGIN UPDATE reporter SET sum = row_sum('reporter', NEW.id, NEW.record) WHERE id IS NEW.id; END;
CREATE INDEX price_board_account ON price_board(account_id);
CREATE TRIGGER price_board_made AFTER INSERT ON price_board BEGIN UPDATE price_board SET sum = row_sum('price_board', NEW.id, NEW.account_id, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER price_board_changed AFTER UPDATE OF id, account_id, created_at, record ON price_board BEGIN UPDATE price_board SET sum = row_sum('price_board', NEW.id, NEW.account_id, NEW.created_at, NEW.record) WHERE id IS NEW.id; END;
CREATE TRIGGER hourly_market_made AFTER INSERT ON hourly_market BEGIN UPDATE hourly_market SET sum = row_sum('hourly_market', NEW.fiat, NEW.hour, NEW.judged_at, NEW.market) WHERE fiat IS NEW.fiat AND hour IS NEW.hour; END;
CREATE TRIGGER hourly_market_changed AFTER UPDATE OF fiat, hour, judged_at, market ON hourly_market BEGIN UPDATE hourly_market SET sum = row_sum('hourly_market', NEW.fiat, NEW.hour, NEW.judged_at, NEW.market) WHERE fiat IS NEW.fiat AND hour IS NEW.hour; END;
CREATE TRIGGER session_made AFTER INSERT ON session BEGIN UPDATE session SET sum = row_sum('session', NEW.digest, NEW.account_id, NEW.created_at, NEW.ends_at, NEW.used_at, NEW.network) WHERE digest IS NEW.digest; END;
CREATE TRIGGER session_changed AFTER UPDATE OF digest, account_id, created_at, ends_at, used_at, network ON session BEGIN UPDATE session SET sum = row_sum('session', NEW.digest, NEW.account_id, NEW.created_at, NEW.ends_at, NEW.used_at, NEW.network) WHERE digest IS NEW.digest; END;
CREATE TRIGGER recent_log_in_made AFTER INSERT ON recent_log_in BEGIN UPDATE recent_log_in SET sum = row_sum('recent_log_in', NEW.account_id, NEW.at, NEW.network, NEW.succeeded) WHERE account_id IS NEW.account_id AND at IS NEW.at AND network IS NEW.network AND succeeded IS NEW.succeeded; END;
CREATE TRIGGER recent_log_in_changed AFTER UPDATE OF account_id, at, network, succeeded ON recent_log_in BEGIN UPDATE recent_log_in SET sum = row_sum('recent_log_in', NEW.account_id, NEW.at, NEW.network, NEW.succeeded) WHERE account_id IS NEW.account_id AND at IS NEW.at AND network IS NEW.network AND succeeded IS NEW.succeeded; END;
CREATE TRIGGER second_factor_made AFTER INSERT ON second_factor BEGIN UPDATE second_factor SET sum = row_sum('second_factor', NEW.account_id, NEW.secret, NEW.used_step, NEW.recovery, NEW.created_at) WHERE account_id IS NEW.account_id; END;
CREATE TRIGGER second_factor_changed AFTER UPDATE OF account_id, secret, used_step, recovery, created_at ON second_factor BEGIN UPDATE second_factor SET sum = row_sum('second_factor', NEW.account_id, NEW.secret, NEW.used_step, NEW.recovery, NEW.created_at) WHERE account_id IS NEW.account_id; END;
CREATE INDEX webhook_due ON webhook(due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER delivery_due AFTER INSERT ON delivery WHEN NEW.state = 'pending' AND NEW.record NOT LIKE '%"once":true%' BEGIN
    UPDATE webhook SET due_at = 0 WHERE id = NEW.webhook_id AND due_at IS NULL;
  END;
CREATE TRIGGER fixing_inputs_made AFTER INSERT ON fixing_inputs BEGIN UPDATE fixing_inputs SET sum = row_sum('fixing_inputs', NEW.fiat, NEW.number, NEW.inputs) WHERE fiat IS NEW.fiat AND number IS NEW.number; END;
CREATE TRIGGER fixing_inputs_changed AFTER UPDATE OF fiat, number, inputs ON fixing_inputs BEGIN UPDATE fixing_inputs SET sum = row_sum('fixing_inputs', NEW.fiat, NEW.number, NEW.inputs) WHERE fiat IS NEW.fiat AND number IS NEW.number; END;
CREATE TRIGGER fixing_slot_made AFTER INSERT ON fixing_slot BEGIN UPDATE fixing_slot SET sum = row_sum('fixing_slot', NEW.fiat, NEW.slot, NEW.record) WHERE fiat IS NEW.fiat AND slot IS NEW.slot; END;
CREATE TRIGGER fixing_slot_changed AFTER UPDATE OF fiat, slot, record ON fixing_slot BEGIN UPDATE fixing_slot SET sum = row_sum('fixing_slot', NEW.fiat, NEW.slot, NEW.record) WHERE fiat IS NEW.fiat AND slot IS NEW.slot; END;
CREATE INDEX track_record_day ON track_record(day);
CREATE TRIGGER track_record_made AFTER INSERT ON track_record BEGIN UPDATE track_record SET sum = row_sum('track_record', NEW.fiat, NEW.day, NEW.counts) WHERE fiat IS NEW.fiat AND day IS NEW.day; END;
CREATE TRIGGER track_record_changed AFTER UPDATE OF fiat, day, counts ON track_record BEGIN UPDATE track_record SET sum = row_sum('track_record', NEW.fiat, NEW.day, NEW.counts) WHERE fiat IS NEW.fiat AND day IS NEW.day; END;
PRAGMA user_version = 21;
