/**
 * Tables whose rows end with their account. Sessions, links and second factors end with the log-in, deliveries with their webhook.
 * What stays is listed below. Each store's `deleteAccount` and a restore use this one list.
 */
export const ownedTables = ['webhook', 'inbox', 'price_board', 'price_rule', 'idempotency', 'key_use', 'login'] as const

/**
 * Tables that keep the id of a deleted account: its tombstone without a name, digests of its revoked keys, so that they
 * stay refused, and counted usage, which is the operator's record.
 */
export const keptTables = ['account', 'api_key', 'usage_month', 'usage_day'] as const

/** Statements that end what opens an account besides its password. They return the ids of what ended. */
export const endAccess = {
  keys: (at: string, which: string) =>
    `UPDATE api_key SET revoked_at = ${at} WHERE revoked_at IS NULL AND account_id ${which} RETURNING id`,
  webhooks: (which: string) => `DELETE FROM webhook WHERE account_id ${which} RETURNING id`,
  inboxes: (which: string) => `DELETE FROM inbox WHERE account_id ${which}`,
} as const

/** Statements that delete what accounts own. `which` continues `account_id`: `= ?`, `= $1` or `IN (SELECT …)`. */
export const deletionsOfOwned = (which: string): readonly string[] => [
  `DELETE FROM rule_price WHERE rule_id IN (SELECT id FROM price_rule WHERE account_id ${which})`,
  ...ownedTables.map((table) => `DELETE FROM ${table} WHERE account_id ${which}`),
]
