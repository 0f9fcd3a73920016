import { catalogue, type Table } from '../tables.js'

const tablesWith = (fate: Table['ofDeletedAccount']): readonly string[] =>
  catalogue.filter(({ ofDeletedAccount }) => ofDeletedAccount === fate).map(({ name }) => name)

/**
 * Tables whose rows end with their account. Sessions, links and second factors end with the log-in, deliveries with their
 * webhook. Each store's `deleteAccount` and a restore use this one list.
 */
export const ownedTables = tablesWith('deleted')

/** Tables that keep the id of a deleted account. */
export const keptTables = tablesWith('kept')

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
