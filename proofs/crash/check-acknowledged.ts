import { createHmac } from 'node:crypto'
import type { PlanName } from '@p2p-rates/contract'
import type { Random } from '@p2p-rates/core/internal'
import type { Delivery, Receiver } from '@p2p-rates/simulator'
import { type ApiAnswer, type ApiCall, bodyOf } from '../harness/api-call.js'
import { type ClientLog, type KeyedRequest, type KnownKey, type KnownWebhook, see } from './client-log.js'

export type AcknowledgedCheck = {
  readonly call: ApiCall
  readonly log: ClientLog
  readonly receiver: Receiver
  readonly random: Random
  /** Keys on the Business plan: two write webhooks, one reads. */
  readonly writers: readonly string[]
  readonly reader: string
  /** Everything there is, or what changed lately with a sample of the rest. */
  readonly everything: boolean
  readonly breach: (text: string) => void
}

export const checkAcknowledged = async (asked: AcknowledgedCheck): Promise<void> => {
  await checkUsage(asked)
  await checkKeys(asked)
  await repeatRequests(asked)
  await checkWebhooks(asked)
  await checkHistory(asked)
}

/** At most the last second may be missing, and nothing is counted that was not sent. */
const checkUsage = async ({ call, log, reader, breach }: AcknowledgedCheck): Promise<void> => {
  const { usage, lastHeardMs } = log
  const answer = await call('GET', '/me', { key: reader })
  if (answer.status !== 200) return breach(`the reader's key got ${answer.status}`)
  // The question itself is counted, too.
  const used = bodyOf<{ used_this_month: number }>(answer).used_this_month - 1
  const least = usage.base + usage.answeredAtMs.filter((atMs) => atMs < lastHeardMs - 1_000).length
  if (used < least || used > usage.base + usage.sent)
    breach(`usage is ${used}, not within ${least} and ${usage.base + usage.sent}`)
  log.usage = { base: used, sent: 1, answeredAtMs: [performance.now()] }
}

const checkKeys = async (asked: AcknowledgedCheck): Promise<void> => {
  const { log, breach } = asked
  for (const key of chosen([...log.keys.values()], asked, ({ revoked }) => revoked.length > 1)) {
    const answer = await askMe(asked, key)
    if ((answer.status !== 200 && answer.status !== 401) || !see(key.revoked, answer.status === 401))
      breach(`key ${key.id} got ${answer.status}; revoked was ${key.revoked.join(' or ')}`)
    const account = log.accounts.get(key.accountId)
    if (answer.status !== 200 || account === undefined) continue
    if (!see(account.plan, bodyOf<{ plan: PlanName }>(answer).plan))
      breach(`account ${account.id} is not on ${account.plan.join(' or ')}: ${answer.text}`)
  }
}

let addresses = 0
/** Use a new client address for each request, because the server limits wrong keys per address. */
const askMe = ({ call }: AcknowledgedCheck, { text }: KnownKey): Promise<ApiAnswer> => {
  addresses += 1
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return call('GET', '/me', { key: text, headers: { 'X-Forwarded-For': address } })
}

/**
 * Repeat requests by their idempotency key. An interrupted request must be done once; an answered one must return the
 * same id, without its secret.
 */
const repeatRequests = async (asked: AcknowledgedCheck): Promise<void> => {
  const { log, call, breach } = asked
  const cutOff = ({ answeredId }: KeyedRequest) => answeredId === null
  for (const request of chosen(log.requests, asked, cutOff, 5)) {
    const { owner: key, path, body, idempotencyKey, answeredId } = request
    const answer = await call('POST', path, { key, body, headers: { 'Idempotency-Key': idempotencyKey } })
    // Its webhook was deleted since, or by the request that was cut off with it.
    if (answer.status === 404 && path !== '/webhooks' && answeredId === null) {
      request.answeredId = 'gone'
      continue
    }
    if (answeredId === 'gone') continue
    if (answer.status >= 300) {
      breach(`repeating POST ${path} was answered ${answer.status} ${answer.text}`)
      continue
    }
    const read = bodyOf<{ id: string; secret?: string }>(answer)
    if (answeredId === null) request.take(read)
    else if (read.id !== answeredId) breach(`repeating POST ${path} made ${read.id} beside ${answeredId}`)
    else if (answer.headers['idempotency-replayed'] !== 'true') breach(`POST ${path} was done again`)
    else if (read.secret !== undefined) breach(`repeating POST ${path} showed a secret again`)
    request.answeredId = read.id
  }
}

const checkWebhooks = async (asked: AcknowledgedCheck): Promise<void> => {
  const { call, log, writers, receiver, breach } = asked
  for (const { body } of receiver.deliveries) {
    const { id, data } = JSON.parse(body) as { id: string; data: { webhook_id: string } }
    log.events.set(id, data.webhook_id)
  }
  for (const owner of writers) {
    const answer = await call('GET', '/webhooks', { key: owner })
    if (answer.status !== 200) return breach(`the list of webhooks was answered ${answer.status}`)
    const { webhooks } = bodyOf<{ webhooks: { id: string; description: string }[] }>(answer)
    const found = new Map(webhooks.map(({ id, description }) => [id, description]))
    if (found.size !== webhooks.length) breach('a webhook is listed twice')
    for (const hook of log.webhooks.values()) if (hook.owner === owner) checkWebhook(hook, found.get(hook.id), breach)
    for (const { id } of webhooks) if (!log.webhooks.has(id)) breach(`webhook ${id} was created by nobody`)
  }
  await checkEvents(asked)
}

const checkWebhook = (hook: KnownWebhook, found: string | undefined, breach: AcknowledgedCheck['breach']): void => {
  if (!see(hook.exists, found !== undefined))
    breach(`webhook ${hook.id} is ${found === undefined ? 'lost' : 'revived'}`)
  else if (found !== undefined && !see(hook.description, found))
    breach(`webhook ${hook.id} says "${found}", not "${hook.description.join('" or "')}"`)
}

/**
 * Check that each seen event is still listed and no `best_sell` webhook fired twice. Each event marked delivered must
 * have arrived.
 */
const checkEvents = async (asked: AcknowledgedCheck): Promise<void> => {
  const { call, log, receiver, breach } = asked
  const eventsOf = new Map<string, string[]>()
  for (const [event, hookId] of log.events) eventsOf.set(hookId, [...(eventsOf.get(hookId) ?? []), event])

  const live = [...log.webhooks.values()].filter(({ exists }) => exists[0] === true)
  for (const hook of chosen(live, asked, () => false, 15)) {
    const answer = await call('GET', `/webhooks/${hook.id}/deliveries`, { key: hook.owner })
    if (answer.status !== 200) breach(`deliveries were answered ${answer.status}`)
    const { deliveries } = bodyOf<{ deliveries: { id: string; event: string; state: string }[] }>(answer)
    const arrived = new Set(receiver.deliveries.map(({ headers }) => headers.get('x-service-delivery')))
    const listed = new Set(deliveries.map(({ id }) => id))
    for (const event of eventsOf.get(hook.id) ?? [])
      if (!listed.has(event) && deliveries.length < 100) breach(`event ${event} is lost`)
    if (deliveries.filter(({ event }) => event === 'best_sell').length > 1) breach(`webhook ${hook.id} fired twice`)
    for (const { id, event, state } of deliveries) {
      log.events.set(id, hook.id)
      const fits = state === 'pending' || state === 'delivered' || (state === 'exhausted' && event === 'ping')
      if (!fits) breach(`event ${id} is ${state}`)
      if (state === 'delivered' && !arrived.has(id)) breach(`event ${id} is called delivered and never arrived`)
    }
  }
}

/** Pings the webhooks and looks at the signatures: each must be made with the newest secret that was shown. */
export const checkSecrets = async (asked: AcknowledgedCheck): Promise<void> => {
  const { call, log, receiver, breach, random, everything } = asked
  const known = [...log.webhooks.values()].filter(({ exists, secret }) => exists[0] === true && secret !== null)
  for (const { id, owner, secret } of everything ? known : sample(random, known, 2)) {
    const before = receiver.deliveries.length
    const answer = await call('POST', `/webhooks/${id}/test`, { key: owner })
    const ping = bodyOf<{ id: string }>(answer)
    let delivery: Delivery | undefined
    for (let count = before + 1; delivery === undefined; count++) {
      const all = await within(10_000, receiver.waitForDeliveries(count))
      delivery = all?.find(({ headers }) => headers.get('x-service-delivery') === ping.id)
      if (all === null) break
    }
    if (delivery === undefined) breach(`ping ${ping.id} did not arrive`)
    else if (!signedWith(secret ?? '', delivery)) breach(`webhook ${id} does not sign with its newest secret`)
  }
}

const signedWith = (secret: string, { headers, body }: Delivery): boolean => {
  const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return (headers.get('webhook-signature') ?? '').split(' ').includes(signature)
}

const checkHistory = async ({ call, log, writers, breach }: AcknowledgedCheck): Promise<void> => {
  const found = new Map<string, { buy: number | null; sell: number | null }>()
  const series = new Set([...log.points.keys()].map((name) => name.split(' ').slice(0, 2).join(' ')))
  for (const name of series) {
    const [fiat, exchange] = name.split(' ')
    const path = `/history?fiat=${fiat}&exchange=${exchange}&hours=1&max_points=1000`
    const answer = await call('GET', path, { key: writers[0] ?? '' })
    if (answer.status !== 200) return breach(`history was answered ${answer.status}`)
    for (const { t, buy, sell } of bodyOf<{ points: { t: string; buy: number | null; sell: number | null }[] }>(answer)
      .points)
      found.set(`${name} ${Date.parse(t)}`, { buy, sell })
  }
  const oldestMs = Date.now() - 3_500_000
  for (const [name, value] of log.points) {
    if (Number(name.split(' ')[2]) < oldestMs) log.points.delete(name)
    const now = found.get(name)
    if (now === undefined && log.points.has(name)) breach(`history point ${name} is lost`)
    if (now !== undefined && value !== null && (now.buy !== value.buy || now.sell !== value.sell))
      breach(`history point ${name} was ${JSON.stringify(value)} and is ${JSON.stringify(now)}`)
  }
}

/** All of them at the end; otherwise the open ones, the newest, and some of the old. */
const chosen = <Item>(
  items: readonly Item[],
  { random, everything }: Pick<AcknowledgedCheck, 'random' | 'everything'>,
  isOpen: (item: Item) => boolean,
  newest = 25,
): Item[] => {
  if (everything) return [...items]
  const old = items.slice(0, -newest)
  return [...new Set([...items.filter(isOpen), ...items.slice(-newest), ...sample(random, old, 10)])]
}

const sample = <Item>(random: Random, items: readonly Item[], count: number): Item[] =>
  items.length === 0 ? [] : Array.from({ length: count }, () => random.pick(items))

const within = <Value>(ms: number, work: Promise<Value>): Promise<Value | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
