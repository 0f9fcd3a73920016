import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSealed, MasterKeyError, refuseOtherKey, type SecretBox } from '../../alerts/webhooks/master-key.js'
import type { Webhook } from '../../alerts/webhooks/webhook-store.js'
import { OperatorError } from '../../base/errors/operator-errors.js'
import { readWebhook } from '../stores/webhooks.js'
import { tables } from '../tables.js'
import type { CopySource, CopyTarget, TableReader } from './copy-data.js'
import { openSqliteFile, openSqliteFolder, sqliteTarget } from './sqlite-copy.js'

export async function openCopySource(where: string): Promise<CopySource> {
  if (isPostgres(where)) return (await loadPostgres()).openPostgresSource(where)
  const path = pathOf(where)
  if (!existsSync(path)) throw new OperatorError(`There are no data at ${path}.`)
  return statSync(path).isDirectory() ? openSqliteFolder(path) : openSqliteFile(path)
}

/** Nothing is made there before something is copied. */
export async function openCopyTarget(where: string): Promise<CopyTarget> {
  if (isPostgres(where)) return (await loadPostgres()).postgresTarget(where)
  const path = pathOf(where)
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new OperatorError(`${path} is a file. Data are copied into a folder, or into a PostgreSQL database.`)
  return sqliteTarget(path)
}

const isPostgres = (where: string): boolean => /^postgres(ql)?:\/\//i.test(where)

/** A mistyped address may hold a password, so it is not repeated. */
function pathOf(where: string): string {
  if (where.includes('://')) throw new OperatorError('An address begins with postgres://, everything else is a path.')
  return resolve(where)
}

/** Its library stays out of every process that needs none. */
const loadPostgres = () => import('./postgres-copy.js')

/** Rejects secrets that the master key can't open. The key is not copied, so the target couldn't use them either. */
export async function refuseForeignSecrets(
  reading: TableReader,
  { name, secretBox, nowMs }: { readonly name: string; readonly secretBox: SecretBox | null; readonly nowMs: number },
): Promise<void> {
  const notes = await readAllMeta(reading)
  if (secretBox === null) {
    if ((await isSealed(notes)) || (await reading.rows(tables.webhook)) > 0)
      throw new MasterKeyError(
        `${name} is sealed with a master key, and there is none at hand. Set P2P_MASTER_KEY to it, or P2P_DATA_DIR to the folder with its master.key.`,
      )
    return
  }
  await refuseOtherKey(secretBox, name, notes)
  const foreign: string[] = []
  for await (const rows of reading.pages(tables.webhook))
    for (const webhook of rows.map(readWebhook)) if (!opensAll(secretBox, webhook, nowMs)) foreign.push(webhook.id)
  if (foreign.length > 0)
    throw new MasterKeyError(
      `The master key at hand does not open the secrets of ${foreign.length} webhooks in ${name}: ${foreign.slice(0, 20).join(', ')}. They need rotate-secret before they are copied.`,
    )
}

async function readAllMeta(reading: TableReader) {
  const notes = new Map<string, string>()
  for await (const rows of reading.pages(tables.meta))
    for (const { name, value } of rows) notes.set(String(name), String(value))
  return { getMeta: async (name: string) => notes.get(name) ?? null }
}

/** Skip an expired previous secret, because it no longer signs anything. */
const opensAll = (secretBox: SecretBox, { id, sealedSecret, previousSecret }: Webhook, nowMs: number): boolean =>
  secretBox.canOpen(sealedSecret, id) &&
  (previousSecret === null || previousSecret.untilMs <= nowMs || secretBox.canOpen(previousSecret.sealed, id))
