import { setTimeout as pass } from 'node:timers/promises'
import type { Random } from '@p2p-rates/core/internal'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { openClusterRequests } from '../cluster-requests.js'
import { untilAllHealthy } from '../faults.js'
import { clusterPlans } from './limits.js'

const patienceMs = 2_000
const callers = 4

/**
 * I3. Lose Redis's acknowledgement of a server's counts. The server sends them again and Redis must count them once, so
 * the month ends at exactly the quota. If Redis is late on a busy machine, servers decide without it. Each such call
 * may move the end by the requests that it covers.
 */
export async function loseAcknowledgements(
  cluster: Cluster,
  random: Random,
  { count, note }: { readonly count: number; readonly note: (what: string) => void },
): Promise<readonly string[]> {
  const { ask, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Starter'])
  if (person === undefined) throw new Error('There is a person.')
  const quota = clusterPlans[person.plan].monthlyQuota ?? 0
  let answered = 0
  const askOnce = async (server = random.pick(cluster.servers)) => {
    const { status, text } = await ask(server, '/rates?fiat=UAH', person.key)
    if (status === 200) answered += 1
    return { status, text }
  }
  let lost = 0
  while (lost < count) {
    const server = random.pick(cluster.servers)
    await askOnce(server)
    // Within the twentieth of a second after the answer; now and then it has gone already.
    const isLost = await server.toRedis.loseAnswer([person.accountId], AbortSignal.timeout(patienceMs))
    if (!isLost) continue
    lost += 1
    await untilAllHealthy(cluster)
  }
  note(`${lost} letters to Redis were acknowledged to nobody`)

  const breaches: string[] = []
  const unansweredBefore = await unansweredBy(cluster)
  let isUsedUp = false
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isUsedUp) {
        const { status, text } = await askOnce()
        if (text.includes('quota_exceeded')) isUsedUp = true
        else if (status === 429) await pass(20)
        else if (status !== 200) breaches.push(`I3 ${status} ${text.slice(0, 200)}`)
        if (breaches.length > 0) return
      }
    }),
  )
  await close()
  const late = (await unansweredBy(cluster)) - unansweredBefore
  if (late > 0) note(`Redis was late ${late} times`)
  if (breaches.length === 0 && Math.abs(answered - quota) > late * callers)
    breaches.push(
      `I3 the month of ${quota} ended after ${answered}, with ${lost} acknowledgements lost and ${late} answers late`,
    )
  return breaches
}

async function unansweredBy({ servers }: Cluster): Promise<number> {
  const counts = await Promise.all(servers.map((server) => server.countUnansweredCalls()))
  return counts.reduce((sum, count) => sum + count, 0)
}
