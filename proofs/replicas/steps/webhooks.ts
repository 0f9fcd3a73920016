import { setTimeout as pass } from 'node:timers/promises'
import { createRandom, type Random } from '@p2p-rates/core/internal'
import { monoMs } from '../../harness/wait.js'
import { type SurePrice, surePrice } from '../../sure-price.js'
import { checkDeliveries } from '../check/deliveries.js'
import { addClients, openClusterRequests, requestAny } from '../clients.js'
import type { Cluster } from '../cluster.js'

/** One host takes sixty a minute. */
const mostMade = 24
const patienceMs = 60_000

/** Webhooks that are made one after the other, each by three servers at once under one `Idempotency-Key`. */
export async function startWebhookLife(cluster: Cluster, random: Random) {
  const { ask, send, close } = openClusterRequests()
  const [person] = await addClients(cluster, ['Business'])
  const key = person?.key ?? ''
  const own = createRandom(random.below(2 ** 31))
  const breaches: string[] = []
  const made: string[] = []
  let over = false

  /** Retry under one `Idempotency-Key` until the response is final. */
  async function insist(server: Cluster['servers'][number], name: string, body: unknown): Promise<string> {
    for (;;) {
      if (server.isListening()) {
        const { status, text } = await send(server, '/webhooks', key, { name, body })
        if (status === 201) return text
        const isUnderWay = text.includes('idempotency_conflict')
        if (status !== null && !isUnderWay && status < 500) {
          breaches.push(`I11 ${status} ${text}`)
          return text
        }
      }
      await pass(100)
    }
  }

  async function make(watched: SurePrice): Promise<void> {
    const body = { ...watched, url: cluster.receiver.url }
    const name = `webhook ${made.length}`
    const answers = await Promise.all(cluster.servers.map((server) => insist(server, name, body)))
    const [first = ''] = answers
    if (answers.some((answer) => withoutSecret(answer) !== withoutSecret(first)))
      breaches.push(`I11 ${name} was answered as ${answers.join(' and ')}`)
    made.push((JSON.parse(first) as { id: string }).id)
  }

  async function live(): Promise<void> {
    const watched = await surePrice(requestAny(cluster, ask, key), key)
    while (!over && made.length < mostMade) {
      await make(watched)
      await pass(own.integer(100, 2_000))
    }
  }
  const living = live()

  const received = () => cluster.receiver.deliveries.map(({ headers }) => headers.get('x-service-delivery') ?? '')
  const crossings = async () =>
    new Map(
      (await cluster.sql('SELECT id, webhook_id FROM delivery ORDER BY seq')).map(
        ({ id, webhook_id: webhook }) => [String(id), String(webhook)] as const,
      ),
    )

  return {
    end: async () => {
      over = true
      await living
    },
    /** I8 and I11. Call it once every receiver got its event. */
    check: async (faults: number) => {
      const untilMs = monoMs() + patienceMs
      const isTold = async () => {
        const of = await crossings()
        const told = new Set(received().map((id) => of.get(id)))
        return made.every((id) => told.has(id))
      }
      while (!(await isTold()) && monoMs() < untilMs) await pass(100)
      await close()
      const of = await crossings()
      const expected = new Map(made.map((id) => [id, [] as string[]]))
      for (const [id, webhook] of of) expected.get(webhook)?.push(id)
      for (const [webhook, ids] of expected)
        if (ids.length !== 1) breaches.push(`I8 ${webhook} has crossed ${ids.length} times`)
      const webhooks = await cluster.sql(`SELECT id FROM webhook WHERE account_id = '${person?.accountId}'`)
      if (webhooks.length !== made.length) breaches.push(`I11 ${webhooks.length} webhooks, for ${made.length} keys`)
      const findings = checkDeliveries(
        received().map((id) => ({ webhook: of.get(id) ?? '', id })),
        { expected, faults },
      )
      return {
        breaches: [...breaches, ...findings.breaches.map((text) => `I8 ${text}`)],
        made: made.length,
        repeats: findings.repeats,
      }
    },
  }
}

const withoutSecret = (text: string): string => text.replace(/,"secret":"[^"]*"/, '')
