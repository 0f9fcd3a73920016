import { revokingKeyStore } from '../accounts/durable-revocation.js'
import { openAccountAdministration } from '../accounts/open-accounts.js'
import { createSecurityLog } from '../accounts/security-events.js'
import { createSecretBox, readMasterKey } from '../alerts/webhooks/master-key.js'
import type { Config } from '../base/config.js'
import { createLog } from '../base/log/log.js'
import { prettyLine } from '../base/log/pretty-line.js'
import { createPublicAddress } from '../base/public-address.js'
import { systemClock } from '../base/time/clock.js'
import { systemTimers } from '../base/time/timers.js'
import { publishLogHead } from '../cluster/changelog-head.js'
import { type Propagated, waitForPropagation } from '../cluster/membership.js'
import { createCorrectFixing, createNewestFixings } from '../history/daily-index/fixing-chain.js'
import { createReporterRegistry } from '../ingest/agents/reporter.js'
import { openReservedSpace } from '../storage/reserved-space.js'
import type { Store } from '../storage/store.js'
import { configuration, withStore } from './configuration.js'
import { connectToServer } from './control-socket.js'
import { createOperator, type Operator } from './operator.js'

export const withPropagation = <Result>(
  change: (operator: Operator) => Promise<Result>,
): Promise<[result: Result, acted: string]> =>
  withOperator(async (operator) => [await change(operator), actedNote(await operator.acted())])

function actedNote(acted: Propagated | null): string {
  if (acted === null) return ''
  const note = ` Acted on by ${acted.acted} of ${acted.of} ${acted.of === 1 ? 'server' : 'servers'}.`
  return acted.silent.length === 0 ? note : `${note} Not yet, within a second: ${acted.silent.join(', ')}.`
}

/**
 * Uses the running server if there is one, so that it sees the change immediately. Otherwise, and if several servers
 * share the data, changes the data directly; those servers read the changelog.
 */
export async function withOperator<Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> {
  const { config } = await configuration()
  const isShared = config.DATABASE_URL !== undefined && config.REDIS_URL !== undefined
  const running = isShared ? null : await connectToServer(config.DATA_DIR)
  if (running !== null) return work(running)
  return withStore(config, async (store) => work(await operatorOver(store, config, isShared)))
}

async function operatorOver(store: Store, config: Config, isShared: boolean): Promise<Operator> {
  const keyStore = revokingKeyStore(store.keys, isShared ? null : openReservedSpace(config.DATA_DIR))
  await keyStore.flushRevocations()
  const secretBox = () => createSecretBox(readMasterKey(config.DATA_DIR, config.MASTER_KEY))
  const nothing = async () => {}
  return createOperator({
    ...openAccountAdministration({
      runtime: { clock: systemClock },
      store,
      keyStore,
      publishEvent: () => {},
      // No local server holds webhooks in memory; other servers read the change from the database.
      webhooks: { idsOf: async () => [], forget: nothing },
      publicUrl: createPublicAddress(config).url,
      report: createSecurityLog(createLog('info', writeToStderr)).report,
    }),
    correctFixing: createCorrectFixing({ store: store.fixings, clock: systemClock }),
    newestFixings: createNewestFixings(store.fixings),
    registry: createReporterRegistry({
      store: store.reporters,
      exchangeIds: config.exchanges.ids,
      clock: systemClock,
      publishEvent: nothing,
    }),
    acted: () => awaitPropagation(config, store),
    restoring: { store, secretBox, clock: systemClock, before: nothing, tell: nothing },
  })
}

/** Stdout is reserved for the output of the command. */
function writeToStderr(line: string): void {
  process.stderr.write(process.stderr.isTTY ? prettyLine(line, false) : line)
}

/** Returns the number of servers that have applied the change; null if this is the only server. */
async function awaitPropagation({ REDIS_URL }: Config, store: Store): Promise<Propagated | null> {
  const { cluster } = store
  if (cluster === null || REDIS_URL === undefined) return null
  const { seq } = await cluster.changes.head()
  const clusterId = await store.getMeta('cluster')
  if (clusterId !== null) await publishHint(REDIS_URL, clusterId, seq).catch(() => {})
  return waitForPropagation(seq, { store: cluster.members, clock: systemClock, timers: systemTimers })
}

/** Wakes the other servers, which otherwise poll twice a second. */
async function publishHint(url: string, clusterId: string, seq: number): Promise<void> {
  const { connectRedis } = await import('../base/redis/connect-redis.js')
  const redis = await connectRedis({ url, timers: systemTimers })
  try {
    await publishLogHead(redis, clusterId, seq)
  } finally {
    redis.close()
  }
}
