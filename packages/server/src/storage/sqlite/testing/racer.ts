import { createRandom } from '@p2p-rates/core/internal'
import type { KeyDigest } from '../../../accounts/account-and-key-store.js'
import { StorageUnavailableError } from '../../../base/errors/storage-errors.js'
import { openSqliteStore } from '../open-store.js'

export type RacerReport = {
  readonly requests: string[]
  readonly keys: string[]
  readonly sent: string[]
  refused: number
}

/**
 * A process that races others for every item, in a random order: `racer <folder> <name> <seed> <things>`. Waits for its
 * start.
 */
const [dataDir = '', name = '', seed = '', things = ''] = process.argv.slice(2)
const random = createRandom(Number(seed))
const store = openSqliteStore(dataDir, { busyMs: 2 })
const spoils: RacerReport = { requests: [], keys: [], sent: [], refused: 0 }

const untilNotBusy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      spoils.refused += 1
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
}

const begin = async (key: string): Promise<void> => {
  const record = { accountId: 'acc_one', key, fingerprint: 'f', operationId: name, createdAtMs: 1, answer: null }
  const { state } = await untilNotBusy(() => store.idempotency.reserveKey(record, { keptMs: 1_000, leaseMs: 600_000 }))
  if (state === 'ours') spoils.requests.push(key)
}

const makeKey = async (number: string): Promise<void> => {
  const id = `key_${name}_${number}`
  const key = { id, accountId: 'acc_one', digest: id as KeyDigest, prefix: 'p2p_', label: null }
  const verdict = await untilNotBusy(() => store.keys.saveKey({ ...key, createdAtMs: 1, revokedAtMs: null }, 5))
  if (verdict === 'saved') spoils.keys.push(id)
}

const send = async (): Promise<void> => {
  const claim = await untilNotBusy(() => store.webhooks.claim('wh_one', 600_000))
  const [next] = claim?.waiting ?? []
  if (claim === null) return
  if (next === undefined) return untilNotBusy(() => store.webhooks.release(claim))
  spoils.sent.push(next.id)
  const settled = await untilNotBusy(() =>
    store.webhooks.settle(claim, (webhook) => ({
      webhook: { ...webhook, consecutiveFailures: webhook.consecutiveFailures + 1 },
      deliveries: [{ ...next, state: 'delivered' }],
      waitMs: null,
    })),
  )
  if (settled === null) throw new Error('a claim was lost that nobody could take')
}

const race = async (): Promise<void> => {
  const numbers = Array.from({ length: Number(things) }, (_, index) => String(index))
  while (numbers.length > 0) {
    const [number = ''] = numbers.splice(random.below(numbers.length), 1)
    await begin(number)
    await makeKey(number)
    await send()
  }
  while ((await untilNotBusy(() => store.webhooks.pending())).length > 0) await send()
  await store.close()
  process.send?.(spoils, () => process.disconnect())
}

process.once('message', () => void race())
process.send?.('ready')
