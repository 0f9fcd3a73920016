import { createHash } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import type { Sighting } from './check/sightings.js'
import { addClients, listeningServers, openClusterRequests } from './clients.js'
import type { Cluster } from './cluster.js'

const callers = 6
const listeners = 8
const fiats = ['UAH', 'EUR']

export async function startObservers(cluster: Cluster, random: Random) {
  const { ask, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  const key = person?.key ?? ''
  const sightings: Sighting[] = []
  const over = new AbortController()
  const shown = (text: string) => ({
    digest: createHash('sha1').update(text).digest('hex').slice(0, 12),
    updatedAtMs: Date.parse((JSON.parse(text) as { readonly updated_at: string }).updated_at),
  })
  const anyServer = (ownRequests: Random) => {
    const open = listeningServers(cluster)
    return open.length === 0 ? null : ownRequests.pick(open)
  }

  /** Send the newest data version seen as the minimum to the next server, as the SDK does. */
  async function call(client: string, ownRequests: Random): Promise<void> {
    let least = 0
    while (!over.signal.aborted) {
      const server = anyServer(ownRequests)
      const fiat = ownRequests.pick(fiats)
      if (server !== null) {
        const headers = { 'X-Min-Data-Version': String(least) }
        const { status, headers: told, text } = await ask(server, `/rates?fiat=${fiat}`, key, headers)
        const id = Number(told['x-data-version'])
        if (status === 200) {
          sightings.push({ client, server: server.name, fiat: `rates of ${fiat}`, id, ...shown(text) })
          least = Math.max(least, id)
        }
      }
      await pass(ownRequests.integer(20, 150))
    }
  }

  async function listen(client: string, ownRequests: Random): Promise<void> {
    const fiat = ownRequests.pick(fiats)
    let last: string | null = null
    while (!over.signal.aborted) {
      const server = anyServer(ownRequests)
      if (server !== null)
        last = await hear(
          `${server.url()}/api/v1/stream?fiat=${fiat}`,
          last,
          ownRequests.integer(200, 4_000),
          (id, data) => sightings.push({ client, server: server.name, fiat: `stream of ${fiat}`, id, ...shown(data) }),
        )
      await pass(ownRequests.integer(0, 200))
    }
  }

  /** Returns the last event id, after this time or when the connection ends. */
  async function hear(url: string, from: string | null, forMs: number, seen: (id: number, data: string) => void) {
    let last = from
    let text = ''
    const headers = { 'X-API-Key': key, ...(from === null ? {} : { 'Last-Event-ID': from }) }
    try {
      const answer = await fetch(url, { headers, signal: AbortSignal.any([over.signal, AbortSignal.timeout(forMs)]) })
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = (text + part).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const [, id] = /^id: ?(\d+)$/m.exec(event) ?? []
          const [, data] = /^data: ?(.*)$/m.exec(event) ?? []
          if (answer.status !== 200 || id === undefined || data === undefined) continue
          seen(Number(id), data)
          last = id
        }
      }
    } catch {
      // The time is over, or the connection is broken.
    }
    return last
  }

  const ownRequests = () => createRandom(random.below(2 ** 31))
  const looking = [
    ...Array.from({ length: callers }, (_, index) => call(`caller ${index}`, ownRequests())),
    ...Array.from({ length: listeners }, (_, index) => listen(`listener ${index}`, ownRequests())),
  ]
  return {
    sightings,
    end: async () => {
      over.abort()
      await Promise.all(looking)
      await close()
    },
  }
}
