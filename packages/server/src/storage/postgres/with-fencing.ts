import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import type { FencingToken } from '../../cluster/lease.js'
import type { PostgresDatabase, Statements } from './database.js'

export class DeposedError extends StorageUnavailableError {
  override readonly name = 'DeposedError'
  constructor(lease: string) {
    super(`Another server leads (${lease}). Nothing was written.`)
  }
}

type LeaderLease = { readonly lease: string; readonly generation: () => FencingToken | null }

/** Each write shares a lock on the fence. A new leader waits for that lock, and raises the generation. */
export function withFencing(database: PostgresDatabase, { lease, generation }: LeaderLease): PostgresDatabase {
  async function checkFence(within: Statements): Promise<void> {
    const ours = generation()
    const stands =
      ours !== null &&
      (await within.get('SELECT 1 FROM fence WHERE name = $1 AND generation = $2 FOR SHARE', lease, ours)) !== null
    if (!stands) throw new DeposedError(lease)
  }

  const transaction: PostgresDatabase['transaction'] = (work) =>
    database.transaction(async (within) => {
      await checkFence(within)
      return work(within)
    })

  return {
    ...database,
    transaction,
    run: (sql, ...values) => transaction((within) => within.run(sql, ...values)),
  }
}
