import { isSealed, MasterKeyError, refuseOtherKey } from '../../alerts/webhooks/master-key.js'
import type { SecretBox } from '../../alerts/webhooks/secret-box.js'
import type { Webhook } from '../../alerts/webhooks/webhook-store.js'
import { readWebhook } from '../codecs/webhooks.js'
import { tables } from '../tables.js'
import type { TableReader } from './copy-ports.js'

/**
 * Rejects secrets that the master key can't open. The copy doesn't include the key, so the target couldn't sign with
 * them either.
 */
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
