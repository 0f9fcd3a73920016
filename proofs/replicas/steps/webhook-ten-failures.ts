import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/chance'
import type { Webhook } from '@p2p-rates/contract'
import { monoMs } from '../../harness/mono-ms.js'
import { until } from '../../harness/until.js'
import { surePrice } from '../../sure-price.js'
import type { Audit } from '../audit-triggers.js'
import { checkFailedDeliveryAttempts, type Post } from '../check/failed-delivery-attempts.js'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { makeWebhook, openClusterRequests, requestAny } from '../cluster-requests.js'
import type { ClusterServer } from '../cluster-server.js'
import { untilAllHealthy } from '../faults.js'
import { startRefusing } from '../refusing-receiver.js'

export type TenFailures = {
  readonly posts: () => number
  /** When nothing more is to come. */
  check(): Promise<readonly string[]>
}

const failures = 10
const patienceMs = 120_000

/** Fault between a POST and the record of its failure. */
type DeliveryFault = {
  readonly name: string
  inject(scene: {
    readonly stage: Cluster
    readonly sender: ClusterServer
    readonly refuse: () => void
    readonly comesAgain: () => Promise<void>
  }): Promise<void>
}

const deliveryFaults: readonly DeliveryFault[] = [
  {
    name: 'its sender is killed',
    inject: async ({ sender, refuse }) => {
      await sender.end('SIGKILL')
      refuse()
    },
  },
  {
    name: 'its sender is paused until somebody else has sent it',
    inject: async ({ sender, refuse, comesAgain }) => {
      sender.pause()
      refuse()
      await comesAgain()
      sender.resume()
    },
  },
  {
    name: 'that it was written down is acknowledged to nobody',
    inject: async ({ sender, refuse }) => {
      let isLost = false
      void sender.toPostgres.loseAnswer(["lease_until = '-infinity'", 'COMMIT']).then(() => {
        isLost = true
      })
      refuse()
      await until('a failure is written down', async () => (isLost ? null : `${sender.name} writes nothing`))
    },
  },
  {
    name: 'PostgreSQL stops as by a power cut and comes back',
    inject: async ({ stage: cluster, refuse }) => {
      await cluster.primary().stop('immediate')
      refuse()
      await cluster.primary().start()
    },
  },
]

/** I9. A webhook whose receiver refuses everything, while those who send to it come to harm. */
export async function failTenTimes(
  cluster: Cluster,
  audit: Audit,
  random: Random,
  { count, note }: { readonly count: number; readonly note: (what: string) => void },
): Promise<TenFailures> {
  const { ask, send, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  const key = person?.key ?? ''
  const planned = planDeliveryFaults(random, count)
  let injected: Promise<void> = Promise.resolve()

  const injectFault = async (peril: DeliveryFault, { id, attempt }: Post, refuse: () => void): Promise<void> => {
    note(`attempt ${attempt} of a webhook: ${peril.name}`)
    const name = await audit.sender(id)
    const sender = cluster.servers.find((server) => server.name === name)
    if (sender === undefined) throw new Error('Somebody has sent it.')
    const comesAgain = () =>
      until('it is sent again', async () =>
        receiver.posts.filter((post) => post.attempt === attempt).length > 1 ? null : `attempt ${attempt} came once`,
      )
    await peril.inject({ stage: cluster, sender, refuse, comesAgain })
  }
  const receiver = await startRefusing((post, refuse) => {
    const peril = planned.get(post.attempt)
    if (!planned.delete(post.attempt) || peril === undefined) return refuse()
    injected = injected.then(() => injectFault(peril, post, refuse))
    injected.catch(refuse)
  })

  const body = { ...(await surePrice(requestAny(cluster, ask, key), key)), url: receiver.url }
  const webhookId = await makeWebhook(cluster, send, key, { name: 'refused', body })
  // Assume that the webhook is enabled while the database is unreachable.
  const isEnabled = () =>
    cluster.sql(`SELECT 1 FROM webhook WHERE id = '${webhookId}' AND enabled = 1`).then(
      (rows) => rows.length > 0,
      () => true,
    )
  const untilMs = monoMs() + patienceMs
  while ((await isEnabled()) && monoMs() < untilMs) await pass(50)
  await injected
  for (const server of cluster.servers) if (server.currentProcess() === null) await server.start()
  await untilAllHealthy(cluster)

  const checkServers = async (): Promise<readonly string[]> => {
    const breaches: string[] = []
    for (const server of cluster.servers) {
      const { text } = await ask(server, `/webhooks/${webhookId}`, key)
      const { enabled, disabled_reason: reason, consecutive_failures: counted } = JSON.parse(text) as Partial<Webhook>
      if (enabled !== false || reason !== 'failures' || counted !== failures)
        breaches.push(`${server.name} says enabled: ${enabled}, for ${reason}, with ${counted} failures`)
    }
    return breaches
  }
  const disabledTimes = async () =>
    Number(
      (
        await cluster.sql(
          `SELECT count(*) AS times FROM change WHERE event::json ->> 'webhookId' = '${webhookId}'
           AND event::json ->> 'state' = 'disabled'`,
        )
      )[0]?.times,
    )

  return {
    posts: () => receiver.posts.length,
    check: async () => {
      const breaches = [
        ...(await checkServers()),
        ...checkFailedDeliveryAttempts(receiver.posts, { failures, faults: count }),
      ]
      const times = await disabledTimes()
      if (times !== 1) breaches.push(`the webhook was disabled ${times} times`)
      await receiver.close()
      await close()
      return breaches.map((text) => `I9 ${text}`)
    },
  }
}

/** By the attempt at which each strikes. The last one, which disables, is always among them. */
function planDeliveryFaults(random: Random, count: number): Map<number, DeliveryFault> {
  const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
    items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const earlier = shuffled(Array.from({ length: failures - 1 }, (_, index) => index + 1))
  const attempts = [failures, ...earlier]
  return new Map(
    shuffled(deliveryFaults)
      .slice(0, count)
      .map((peril, index) => [attempts[index] ?? failures, peril]),
  )
}
