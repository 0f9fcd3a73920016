import { isSealed, MasterKeyError, refuseOtherKey } from '../../webhooks/master-key.js'
import type { Seal } from '../../webhooks/secret-box.js'
import type { Webhook } from '../../webhooks/webhook-store.js'
import { join } from '../codecs/webhooks.js'
import type { TableReading } from './ends.js'
import { copiedTable } from './tables.js'

/**
 * Rejects secrets that the master key can't open. The copy doesn't include the key, so the target couldn't sign with
 * them either.
 */
export async function refuseForeignSecrets(
  reading: TableReading,
  { name, seal, nowMs }: { readonly name: string; readonly seal: Seal | null; readonly nowMs: number },
): Promise<void> {
  const notes = await notesIn(reading)
  if (seal === null) {
    if ((await isSealed(notes)) || (await reading.rows(copiedTable('webhook'))) > 0)
      throw new MasterKeyError(
        `${name} is sealed with a master key, and there is none at hand. Set P2P_MASTER_KEY to it, or P2P_DATA_DIR to the folder with its master.key.`,
      )
    return
  }
  await refuseOtherKey(seal, name, notes)
  const foreign: string[] = []
  for await (const rows of reading.pages(copiedTable('webhook')))
    for (const webhook of rows.map(join)) if (!opensAll(seal, webhook, nowMs)) foreign.push(webhook.id)
  if (foreign.length > 0)
    throw new MasterKeyError(
      `The master key at hand does not open the secrets of ${foreign.length} webhooks in ${name}: ${foreign.slice(0, 20).join(', ')}. They need rotate-secret before they are copied.`,
    )
}

async function notesIn(reading: TableReading) {
  const notes = new Map<string, string>()
  for await (const rows of reading.pages(copiedTable('meta')))
    for (const { name, value } of rows) notes.set(String(name), String(value))
  return { getNote: async (name: string) => notes.get(name) ?? null }
}

/** Skip an expired previous secret, because it no longer signs anything. */
const opensAll = (seal: Seal, { id, sealedSecret, previousSecret }: Webhook, nowMs: number): boolean =>
  seal.opens(sealedSecret, id) &&
  (previousSecret === null || previousSecret.untilMs <= nowMs || seal.opens(previousSecret.sealed, id))
