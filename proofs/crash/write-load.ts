import { type PlanName, planNames } from '@p2p-rates/contract'
import { type Random, slotMs } from '@p2p-rates/core/internal'
import type { Operator } from '@p2p-rates/server/testing'
import { type ApiAnswer, bodyOf } from '../harness/api-call.js'
import type { AcknowledgedCheck } from './check-acknowledged.js'
import type { KeyedRequest } from './client-log.js'

type WriteLoadContext = Omit<AcknowledgedCheck, 'receiver' | 'everything'> & {
  readonly url: string
  readonly operator: Operator
  readonly receiverUrl: string
  readonly nextNumber: () => number
  readonly over: AbortSignal
}

export const runWriteLoad = async (context: WriteLoadContext): Promise<void> => {
  const actors = [
    untilOver(context, () => changeKeys(context)),
    ...context.writers.map((writer) => untilOver(context, () => changeWebhooks(context, writer))),
    untilOver(context, () => countRates(context)),
    untilOver(context, () => readHistory(context)),
    listen(context),
  ]
  await Promise.all(actors)
}

/** An actor does one thing after the other; a cut connection ends it. */
const untilOver = async ({ over }: WriteLoadContext, act: () => Promise<void>): Promise<void> => {
  try {
    while (!over.aborted) await act()
  } catch {
    // The server is dead: what was under way stays open in the log.
  }
}

const changeKeys = async ({ operator, call, log, random, nextNumber, breach }: WriteLoadContext): Promise<void> => {
  const live = pick(random, [...log.keys.values()].filter(isLive))
  const account = pick(random, [...log.accounts.values()])
  const dice = random.next()
  if (live === undefined || account === undefined || dice < 0.35) {
    const plan = random.pick(planNames)
    const { id } = await operator.createAccount(`Account ${nextNumber()}`, plan)
    log.accounts.set(id, { id, plan: [plan] })
    log.acknowledge()
    const { key, record } = await operator.createKey(id, null)
    log.keys.set(record.id, { text: key, id: record.id, accountId: id, revoked: [false] })
    log.acknowledge()
  } else if (dice < 0.55) {
    live.revoked = [false, true]
    await operator.revokeKey(live.id)
    live.revoked = [true]
    log.acknowledge()
  } else if (dice < 0.8) {
    const plan = random.pick(planNames)
    account.plan = [...account.plan, plan]
    await operator.setPlan(account.id, plan)
    account.plan = [plan]
    log.acknowledge()
  } else {
    const { plan: [plan] = [] } = log.accounts.get(live.accountId) ?? {}
    const answer = await call('GET', '/me', { key: live.text })
    if (answer.status !== 200 && answer.status !== 429) breach(`a live key got ${answer.status}`)
    if (answer.status === 200 && bodyOf<{ plan: PlanName }>(answer).plan !== plan)
      breach(`an acknowledged plan change is not in force on the next request`)
  }
  log.lastHeardMs = performance.now()
}

const isLive = ({ revoked }: { readonly revoked: readonly boolean[] }): boolean =>
  revoked.length === 1 && revoked[0] === false

const changeWebhooks = async (context: WriteLoadContext, owner: string): Promise<void> => {
  const { call, log, random, nextNumber } = context
  const own = [...log.webhooks.values()].filter((hook) => hook.owner === owner && hook.exists.every(Boolean))
  const hook = pick(random, own.slice(-15))
  const dice = random.next()
  const expect = (answer: ApiAnswer, status: number): void => {
    if (answer.status !== status) context.breach(`a change of webhooks was answered ${answer.status} ${answer.text}`)
    log.lastHeardMs = performance.now()
  }

  if (hook === undefined || dice < 0.3) await createWebhook(context, owner)
  else if (dice < 0.5) {
    const description = `changed ${nextNumber()}`
    hook.description = [...hook.description, description]
    expect(await call('PATCH', `/webhooks/${hook.id}`, { key: owner, body: { description } }), 200)
    hook.description = [description]
    log.acknowledge()
  } else if (dice < 0.65) {
    hook.exists = [true, false]
    expect(await call('DELETE', `/webhooks/${hook.id}`, { key: owner }), 204)
    hook.exists = [false]
    log.acknowledge()
  } else if (dice < 0.75) {
    hook.secret = null
    await keyed(context, owner, `/webhooks/${hook.id}/rotate-secret`, undefined, ({ secret }) => {
      hook.secret = secret ?? null
    })
  } else if (dice < 0.85)
    await keyed(context, owner, `/webhooks/${hook.id}/test`, undefined, ({ id }) => void log.events.set(id, hook.id))
  else {
    const answer = await call('GET', `/webhooks/${hook.id}/deliveries`, { key: owner })
    expect(answer, 200)
    for (const { id } of bodyOf<{ deliveries: { id: string }[] }>(answer).deliveries) log.events.set(id, hook.id)
  }
}

/** Its threshold is reached already, so each fires once with the next prices. */
const createWebhook = (context: WriteLoadContext, owner: string): Promise<void> => {
  const { log, nextNumber, receiverUrl } = context
  const description = `hook ${nextNumber()}`
  const body = { url: `${receiverUrl}/hook`, event: 'best_sell', threshold: 1, fiat: 'UAH', description }
  return keyed(context, owner, '/webhooks', body, ({ id, secret = null }) => {
    log.webhooks.set(id, { id, owner, exists: [true], description: [description], secret })
  })
}

const keyed = async (
  { call, log, nextNumber, breach }: WriteLoadContext,
  owner: string,
  path: string,
  body: unknown,
  take: KeyedRequest['take'],
): Promise<void> => {
  const idempotencyKey = `once-${nextNumber()}`
  const request: KeyedRequest = { owner, path, body, idempotencyKey, answeredId: null, take }
  log.requests.push(request)
  const answer = await call('POST', path, { key: owner, body, headers: { 'Idempotency-Key': idempotencyKey } })
  log.lastHeardMs = performance.now()
  if (answer.status >= 300) {
    breach(`POST ${path} was answered ${answer.status} ${answer.text}`)
    return
  }
  const read = bodyOf<{ id: string; secret?: string }>(answer)
  request.answeredId = read.id
  request.take(read)
  log.acknowledge()
}

/** Every answer counts against the quota: the bill must be right after the crash. */
const countRates = async ({ call, log, reader, breach }: WriteLoadContext): Promise<void> => {
  log.usage.sent += 1
  const { status } = await call('GET', '/rates?fiat=EUR', { key: reader })
  if (status !== 200) breach(`rates were answered ${status}`)
  log.lastHeardMs = performance.now()
  log.usage.answeredAtMs.push(log.lastHeardMs)
}

const readHistory = async ({ call, log, random, writers, breach }: WriteLoadContext): Promise<void> => {
  const fiat = random.pick(['UAH', 'EUR'])
  const exchange = random.pick(['best', 'binance', 'okx', 'kucoin'])
  const path = `/history?fiat=${fiat}&exchange=${exchange}&hours=1&max_points=1000`
  const answer = await call('GET', path, { key: writers[0] ?? '' })
  if (answer.status !== 200) return breach(`history was answered ${answer.status}`)
  const { points } = bodyOf<{ points: { t: string; buy: number | null; sell: number | null }[] }>(answer)
  const runningSlot = Math.floor(Date.now() / slotMs) * slotMs - slotMs
  for (const { t, buy, sell } of points)
    log.points.set(`${fiat} ${exchange} ${Date.parse(t)}`, Date.parse(t) < runningSlot ? { buy, sell } : null)
}

/** Prices that the stream has sent must be in the history. */
const listen = async ({ url, log, writers, over }: WriteLoadContext): Promise<void> => {
  try {
    const answer = await fetch(`${url}/api/v1/stream?fiat=UAH`, {
      headers: { 'X-API-Key': writers[1] ?? '' },
      signal: over,
    })
    let text = ''
    for await (const part of answer.body ?? []) {
      text += Buffer.from(part).toString()
      for (const [, updatedAt = ''] of text.matchAll(/"updated_at":"([^"]+)"/g)) {
        const name = `UAH best ${Math.floor(Date.parse(updatedAt) / slotMs) * slotMs}`
        if (!log.points.has(name)) log.points.set(name, null)
      }
      text = text.slice(text.lastIndexOf('\n\n') + 1)
    }
  } catch {
    // Cut off by the crash, or the load is over.
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items.length === 0 ? undefined : random.pick(items)
