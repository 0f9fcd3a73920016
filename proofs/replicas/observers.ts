import { createHash } from 'node:crypto'
import { get } from 'node:http'
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
  let over = false
  const leave = new Set<() => void>()
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
    while (!over) {
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
    while (!over) {
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

  function hear(
    url: string,
    from: string | null,
    forMs: number,
    seen: (id: number, data: string) => void,
  ): Promise<string | null> {
    return new Promise((done) => {
      let last = from
      let text = ''
      const headers = { 'X-API-Key': key, ...(from === null ? {} : { 'Last-Event-ID': from }) }
      const end = () => {
        clearTimeout(timer)
        leave.delete(end)
        outgoing.destroy()
        done(last)
      }
      const outgoing = get(url, { agent: false, headers }, (answer) => {
        answer.setEncoding('utf8')
        answer.on('error', end).on('close', end)
        answer.on('data', (part: string) => {
          text += part
          for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
            const event = text.slice(0, at)
            text = text.slice(at + 2)
            const [, id] = /^id: ?(\d+)$/m.exec(event) ?? []
            const [, data] = /^data: ?(.*)$/m.exec(event) ?? []
            if (answer.statusCode !== 200 || id === undefined || data === undefined) continue
            seen(Number(id), data)
            last = id
          }
        })
      }).on('error', end)
      const timer = setTimeout(end, forMs)
      leave.add(end)
    })
  }

  const ownRequests = () => createRandom(random.below(2 ** 31))
  const looking = [
    ...Array.from({ length: callers }, (_, index) => call(`caller ${index}`, ownRequests())),
    ...Array.from({ length: listeners }, (_, index) => listen(`listener ${index}`, ownRequests())),
  ]
  return {
    sightings,
    end: async () => {
      over = true
      for (const end of leave) end()
      await Promise.all(looking)
      await close()
    },
  }
}
