import { revokingKeyStore } from '../accounts/durable-revocation.js'
import { openAccountAdministration } from '../accounts/open-accounts.js'
import { createSecurityLog } from '../accounts/security-events.js'
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
    const keyStore = revokingKeyStore(store.keys, isShared ? null : openReservedSpace(config.DATA_DIR))
    await keyStore.flushRevocations()
    const secretBox = () => createSecretBox(readMasterKey(config.DATA_DIR, config.MASTER_KEY))
    const nothing = async () => {}
    const { report } = createSecurityLog(createLog('info', writeToStderr))
    return await work(
      createOperator({
        administration: openAccountAdministration({
          runtime: { clock: systemClock },
          store,
          keyStore,
          publishEvent: () => {},
          // No local server holds webhooks in memory; other servers read the change from the database.
          webhooks: { idsOf: async () => [], forget: nothing },
          publicUrl: createPublicAddress(config).url,
          report,
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
