import { setTimeout as pass } from 'node:timers/promises'
import { createPostgresLocation, generatedHistory } from '@p2p-rates/server/testing'
import { addClients } from '../clients.js'
import type { Cluster } from '../cluster.js'
import { openClusterRequests } from '../cluster-requests.js'

const hours = 6
const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

export async function recordHistory({ servers }: Cluster, seed: number): Promise<void> {
  const url = servers[0]?.databaseUrl
  if (url === undefined) throw new Error('The stage has servers.')
  const store = await createPostgresLocation(url, 'the stage', true).openForCommand()
  const toMs = Date.now()
  const lately = toMs - hours * hourMs
  const span = { seed, fromMs: toMs - yearMs, toMs: lately, fiats: ['UAH'], exchanges: ['okx', 'bybit'] } as const
  await store.history.load(generatedHistory(span))
  for (const { slotMs, entries } of generatedHistory({ ...span, fromMs: lately, toMs }))
    await store.history.append(slotMs, entries)
  await store.close()
}

/** I12. All servers return one past, and so does one that has just read it all from the database. */
export async function compareHistories(cluster: Cluster): Promise<readonly string[]> {
  const [fresh] = cluster.servers
  await fresh?.end('SIGTERM')
  await fresh?.start()
  const { ask, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  const breaches: string[] = []
  for (const exchange of ['okx', 'bybit', 'best']) {
    const path = `/history?fiat=UAH&hours=${hours}&exchange=${exchange}`
    const readHistories = async () => {
      const answers = await Promise.all(cluster.servers.map((server) => ask(server, path, person?.key ?? '')))
      return answers.map(({ status, text }) => (status === 200 ? text : `${status} ${text}`))
    }
    // The newest slot is being written, and a fresh server is still reading: what differs for good is wrong.
    let texts = await readHistories()
    for (let look = 0; look < maxPolls && !(isOne(texts) && isLong(texts)); look++) {
      await pass(100)
      texts = await readHistories()
    }
    if (!isOne(texts)) breaches.push(`I12 the past of ${exchange} is not the same everywhere: ${texts.map(ends)}`)
    else if (!isLong(texts)) breaches.push(`I12 the past of ${exchange} is lost: ${texts.map(ends)}`)
  }
  await close()
  return breaches
}

const maxPolls = 100
const isOne = (texts: readonly string[]): boolean => new Set(texts).size === 1
const isLong = ([text = '']: readonly string[]): boolean => (text.match(/"t(?:ime)?"/g)?.length ?? 0) > (hours - 1) * 12
const ends = (text: string): string => `${text.slice(0, 80)}...${text.slice(-80)} (${text.length})`
