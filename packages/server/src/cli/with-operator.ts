import { createAccountAndKeyManagement } from '../accounts/account-and-key-management.js'
import { createAccountDeletion } from '../accounts/account-deletion.js'
import { durableRevocation, revokeImmediately } from '../accounts/durable-revocation.js'
import { createOperatorIssuedLinks } from '../accounts/operator-issued-links.js'
import { createRemoveSecondFactor } from '../accounts/second-factors.js'
import { readMasterKey } from '../alerts/webhooks/master-key.js'
import { createSecretBox } from '../alerts/webhooks/secret-box.js'
import { type ConfigReading, exchangeModulesIn, readConfig } from '../base/config.js'
import { createLog } from '../base/log/log.js'
import { prettyLine } from '../base/log/pretty-line.js'
import { createPublicAddress } from '../base/public-address.js'
import { systemClock } from '../base/time/clock.js'
import { createCorrectFixing } from '../history/daily-index/fixing-chain.js'
import { createReporterRegistry } from '../ingest/agents/reporter-registry.js'
import { chooseStore } from '../storage/choose-store.js'
import { openReservedSpace } from '../storage/reserved-space.js'
import { awaitPropagation } from './await-propagation.js'
import { connectToServer } from './control-socket.js'
import { loadEnvFiles } from './env-file.js'
import { plugInModules } from './exchange-modules.js'
import { createOperator, type Operator } from './operator.js'
import { createRestore } from './restore.js'
import { createSecurityLog } from './security-event-log.js'

/**
 * Uses the running server if there is one, so that it sees the change immediately. Otherwise, and if several servers
 * share the data, changes the data directly; those servers read the changelog.
 */
export async function withOperator<Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> {
  const { config } = await configuration()
  const isShared = config.DATABASE_URL !== undefined && config.REDIS_URL !== undefined
  const running = isShared ? null : await connectToServer(config.DATA_DIR)
  if (running !== null) return work(running)
  const store = await chooseStore(config).openForCommand()
  try {
    const keyStore = isShared
      ? revokeImmediately(store.keys)
      : durableRevocation(store.keys, openReservedSpace(config.DATA_DIR))
    await keyStore.flushRevocations()
    const keys = createAccountAndKeyManagement({ store: keyStore, publishEvent: () => {}, clock: systemClock })
    const secretBox = () => createSecretBox(readMasterKey(config.DATA_DIR, config.MASTER_KEY))
    const nothing = async () => {}
    const { report } = createSecurityLog(createLog('info', writeToStderr))
    return await work(
      createOperator({
        keys,
        revocationStateOf: keyStore.revocationStateOf,
        lastUses: store.usage.lastUses,
        deletion: createAccountDeletion({
          keys: keyStore,
          // No local server holds webhooks in memory; other servers read the change from the database.
          webhooks: { idsOf: async () => [], forget: nothing },
          publishEvent: () => {},
          clock: systemClock,
        }),
        removeSecondFactor: createRemoveSecondFactor({ ...store, report }),
        links: createOperatorIssuedLinks({
          ...store,
          notes: store,
          publicUrl: createPublicAddress(config).url,
          report,
          clock: systemClock,
        }),
        correct: createCorrectFixing({ store: store.fixings, clock: systemClock }),
        registry: createReporterRegistry({ store: store.reporters, clock: systemClock, publishEvent: nothing }),
        acted: () => awaitPropagation(config, store),
        restore: createRestore({ store, secretBox, clock: systemClock, before: nothing, tell: nothing }),
        report,
      }),
    )
  } finally {
    await store.close()
  }
}

export async function configuration(): Promise<ConfigReading> {
  loadEnvFiles(process.cwd())
  await plugInModules(exchangeModulesIn(process.env), process.cwd())
  return readConfig(process.env)
}

/** Stdout is reserved for the output of the command. */
function writeToStderr(line: string): void {
  process.stderr.write(process.stderr.isTTY ? prettyLine(line, false) : line)
}
