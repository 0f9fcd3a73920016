import { existsSync } from 'node:fs'
import { createKeys, OperatorError } from '../accounts/keys.js'
import { revokeAlways } from '../accounts/revoke-always.js'
import { type ConfigReading, readConfig } from '../config.js'
import { refuseOtherKey } from '../store/refuse-other-key.js'
import { openReserve } from '../store/reserve.js'
import { databasePathOf, lockDataDir, openStore } from '../store/sqlite/open-store.js'
import { systemClock } from '../time/clock.js'
import { readMasterKey } from '../webhooks/master-key.js'
import { createSeal } from '../webhooks/seal.js'
import { connectToServer } from './control-socket.js'
import { loadEnvFile } from './env-file.js'
import { createOperator, type Operator } from './operator.js'

/** Through the running server when there is one, so that it knows at once; on the data themselves otherwise. */
export const withOperator = async <Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> => {
  const { config } = configuration()
  const running = await connectToServer(config.DATA_DIR)
  if (running !== null) return work(running)
  refuseBesideServer(config.DATA_DIR)
  const store = openStore(config.DATA_DIR)
  try {
    const directory = { forget: () => {}, accountChanged: () => {} }
    const keyStore = revokeAlways(store.keys, openReserve(config.DATA_DIR))
    await keyStore.writeDown()
    const keys = createKeys({ store: keyStore, directory, clock: systemClock })
    const restore: Operator['restore'] = async (file, { keepEnded }, tell) => {
      const seal = createSeal(readMasterKey(config.DATA_DIR, config.MASTER_KEY))
      refuseOtherKey(seal, file)
      return store.restore(file, { nowMs: systemClock.wallMs(), keepEnded, ...(tell && { tell }) })
    }
    return await work(
      createOperator({
        keys,
        stateOf: keyStore.stateOf,
        lastUsed: store.usage.lastDays,
        deleteWebhooks: async (accountId) => {
          for (const { id } of await store.webhooks.list(accountId)) await store.webhooks.delete(accountId, id)
        },
        restore,
      }),
    )
  } finally {
    store.close()
  }
}

export const existingDatabase = (): string => {
  const path = databasePathOf(configuration().config.DATA_DIR)
  if (!existsSync(path)) throw new OperatorError(`There are no data at ${path} yet.`)
  return path
}

export const configuration = (): ConfigReading => {
  loadEnvFile(process.cwd())
  return readConfig(process.env)
}

/** Behind the back of a server a revocation would not be in force. */
const refuseBesideServer = (dataDir: string): void => {
  const lock = lockDataDir(dataDir)
  lock?.release()
  if (lock === null)
    throw new OperatorError(
      `A server runs on ${dataDir}, but its control socket does not answer. Try again, or stop it.`,
    )
}
