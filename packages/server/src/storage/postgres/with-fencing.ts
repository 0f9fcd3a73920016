import type { FencingToken } from '../../cluster/lease-store.js'
import { StorageUnavailableError } from '../../errors/storage-unavailable.js'
import type { PostgresDatabase, Transaction } from './database.js'

/** Somebody else leads by now: nothing of what was wanted is written. */
export class DeposedError extends StorageUnavailableError {
  override readonly name = 'DeposedError'
  constructor(lease: string) {
    super(`Another server leads (${lease}). Nothing was written.`)
  }
}

type Lead = { readonly lease: string; readonly generation: () => FencingToken | null }

/**
 * The database of one who leads. Every write locks the fence together with everybody else who writes under the same
 * generation; who takes the lead over waits for that lock, and raises the generation.
 */
export function withFencing(database: PostgresDatabase, { lease, generation }: Lead): PostgresDatabase {
  async function enter(within: Transaction): Promise<void> {
    const ours = generation()
    const stands =
      ours !== null &&
      (await within.get('SELECT 1 FROM fence WHERE name = $1 AND generation = $2 FOR SHARE', lease, ours)) !== null
    if (!stands) throw new DeposedError(lease)
  }

  const transaction: PostgresDatabase['transaction'] = (work) =>
    database.transaction(async (within) => {
      await enter(within)
      return work(within)
    })

  return {
    ...database,
    transaction,
    run: (sql, ...values) => transaction((within) => within.run(sql, ...values)),
  }
}
