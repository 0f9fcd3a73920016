import { get } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { createRandom, type Random } from '@p2p-rates/chance'
import { monoMs } from '../../harness/mono-ms.js'
import { countedAlone, type Span } from '../check/redis-failures.js'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { listeningServers } from '../cluster-requests.js'
import type { ClusterServer } from '../cluster-server.js'
import { untilAllHealthy } from '../faults.js'

const callers = 10
const longestMs = 1_500

export type StreamFindings = {
  readonly breaches: readonly string[]
  readonly opened: number
  /** Time in ms from a kill until clients hold all stream places again. */
  readonly backMs: number
}

type Opened = { readonly fromMs: number; readonly toMs: number }

/** I13. More callers than places, and a server that dies with some of them. */
export async function competeForStreams(cluster: Cluster, random: Random, places: number): Promise<StreamFindings> {
  const [person] = await addClients(cluster, ['Pro'])
  const opened: Opened[] = []
  let over = false
  const open: string[] = []

  const openOne = (server: ClusterServer, forMs: number): Promise<void> =>
    new Promise((done) => {
      let fromMs: number | null = null
      const end = () => {
        clearTimeout(timer)
        if (fromMs !== null) {
          opened.push({ fromMs, toMs: monoMs() })
          open.splice(open.indexOf(server.name), 1)
          fromMs = null
        }
        outgoing.destroy()
        done()
      }
      const outgoing = get(
        `${server.url()}/api/v1/stream?fiat=UAH`,
        { agent: false, headers: { 'X-API-Key': person?.key ?? '' } },
        (answer) => {
          if (answer.statusCode !== 200) return end()
          fromMs = monoMs()
          open.push(server.name)
          answer
            .on('data', () => {})
            .on('error', end)
            .on('close', end)
        },
      ).on('error', end)
      const timer = setTimeout(end, forMs)
    })

  const fight = async (own: Random): Promise<void> => {
    while (!over) {
      const there = listeningServers(cluster)
      if (there.length > 0) await openOne(own.pick(there), own.integer(300, longestMs))
      await pass(own.integer(10, 60))
    }
  }
  const fighting = Array.from({ length: callers }, () => fight(createRandom(random.below(2 ** 31))))
  const allTaken = async () => {
    while (open.length < places) await pass(5)
  }
  await allTaken()
  const victim = random.pick(cluster.servers)
  await victim.end('SIGKILL')
  const killedMs = monoMs()
  while (open.includes(victim.name)) await pass(5)
  await allTaken()
  const backMs = monoMs() - killedMs
  await victim.start()
  await untilAllHealthy(cluster)
  over = true
  await Promise.all(fighting)
  // Skip spans in which a server counted alone: it grants its own share of streams, and these outlast the span.
  const alone = countedAlone(cluster.lines()).map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + 2 * longestMs }))
  const most = mostAtOnce(opened, alone)
  const breaches = most > places ? [`I13 ${most} streams were open at once, of ${places}`] : []
  return { breaches, opened: opened.length, backMs }
}

function mostAtOnce(opened: readonly Opened[], except: readonly Span[]): number {
  const moments = opened.flatMap(({ fromMs, toMs }) => [
    { atMs: fromMs, change: 1 },
    { atMs: toMs, change: -1 },
  ])
  let [now, most] = [0, 0]
  // One that ends at the moment when another begins has ended.
  for (const { atMs, change } of moments.toSorted((a, b) => a.atMs - b.atMs || a.change - b.change)) {
    now += change
    if (!except.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)) most = Math.max(most, now)
  }
  return most
}
