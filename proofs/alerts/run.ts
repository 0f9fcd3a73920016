import { setTimeout as wait } from 'node:timers/promises'
import type {
  CreatedInbox,
  Delivery,
  DeliveryList,
  InboxList,
  WebhookList,
  WebhookWithSecret,
} from '@p2p-rates/contract'
import { createRandom } from '@p2p-rates/core/internal'
import { openApi } from '../harness/api-call.js'
import { type Open, withParts } from '../harness/parts.js'
import { surePrice } from '../sure-price.js'
import type { AlertServers, OpenAlertServers } from './alert-servers.js'
import { type AlertTargets, openAlertTargets, publicUrl } from './alert-targets.js'

const longestMs = 300_000

/**
 * Create webhooks that fire at once, once each. Kill the server as an alert arrives, before it gets the
 * acknowledgement.
 */
export const runAlerts = (options: { seed: number; kills: number; openServers: OpenAlertServers }) =>
  withParts((open) => run(open, options))

async function run(open: Open, { seed, kills, openServers }: Parameters<typeof runAlerts>[0]) {
  const random = createRandom(seed)
  const breaches: string[] = []
  let killIn = Number.POSITIVE_INFINITY
  let house: AlertServers | null = null
  const targets = await open(
    openAlertTargets(() => {
      killIn -= 1
      if (killIn === 0) house?.kill()
    }),
  )
  house = await openServers(open, { seed, environment: targets.environment })
  await house.launch()
  const call = caller(house)
  const { call: ask } = await open(openApi(house.url() ?? ''))
  const watched = await surePrice(ask, house.key)
  const urls = [targets.receiverUrl, ...(await openInboxes(house, call, targets))]
  const made: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    killIn = random.chance(0.7) ? random.integer(1, urls.length * 2) : Number.POSITIVE_INFINITY
    for (const url of [...urls, ...urls]) {
      const { id } = await call<WebhookWithSecret>('POST', '/webhooks', { url, ...watched })
      made.push(id)
      if (random.chance(0.2)) await wait(random.below(400))
    }
    await wait(random.below(3_000))
    if (killIn > 0) house.kill()
    killIn = Number.POSITIVE_INFINITY
    await house.launch()
  }
  const ids = new Set<string>()
  for (const webhookId of made) {
    const deliveries = await untilDelivered(call, webhookId)
    const [only] = deliveries
    if (only === undefined || deliveries.length !== 1)
      breaches.push(`${webhookId} has crossed once and fired ${deliveries.length} times`)
    for (const { id, state } of deliveries) {
      ids.add(id)
      if (state !== 'delivered') breaches.push(`${id} of ${webhookId} is ${state}`)
      if (!targets.told.has(id)) breaches.push(`${id} of ${webhookId} has never arrived`)
    }
  }
  const { webhooks } = await call<WebhookList>('GET', '/webhooks')
  for (const { id } of webhooks) if (!made.includes(id)) breaches.push(`${id} is there, and nobody was told so`)
  for (const [id, { first }] of targets.told)
    if (!ids.has(id)) breaches.push(`${id} arrived and is not on record, ${first}`)
  const repeats = [...targets.told.values()].reduce((sum, { times }) => sum + times - 1, 0)
  // A kill can repeat only alerts in flight, at most 2 for each URL.
  const most = kills * urls.length * 2
  if (repeats > most) breaches.push(`${repeats} came again over ${kills} kills`)
  return { breaches, crossings: made.length, repeats }
}

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

/** Retry against a running server until the request succeeds. The `Idempotency-Key` prevents a second webhook. */
function caller(servers: AlertServers): Call {
  let calls = 0
  return async <Answer>(method: string, path: string, body?: object) => {
    calls += 1
    const headers = {
      'X-API-Key': servers.key,
      'Content-Type': 'application/json',
      ...(method === 'POST' && path === '/webhooks' ? { 'Idempotency-Key': `call ${calls}` } : {}),
    }
    let last = 'no answer'
    for (const untilMs = performance.now() + longestMs; performance.now() < untilMs; await wait(100)) {
      const url = servers.url()
      if (url === null) await servers.launch()
      else {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) }
        const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent }).catch(() => null)
        if (answer?.ok === true) return (await answer.json()) as Answer
        if (answer !== null) last = `${answer.status} ${await answer.text().catch(String)}`
        if (answer !== null && answer.status < 500 && answer.status !== 409)
          throw new Error(`${method} ${path}: ${last}`)
      }
    }
    throw new Error(`nobody has answered ${method} ${path}: ${last}`)
  }
}

async function openInboxes(servers: AlertServers, call: Call, { bot, mail, addresses }: AlertTargets) {
  const ids: string[] = []
  for (const chatId of [77, -78]) {
    const { id, start } = await call<CreatedInbox>('POST', '/inboxes', { kind: 'telegram' })
    bot.write(chatId, `/start ${start?.code}`)
    ids.push(id)
  }
  for (const address of addresses) {
    const { id } = await call<CreatedInbox>('POST', '/inboxes', { kind: 'email', address, language: 'uk' })
    ids.push(id)
    const token = /confirm#([\w-]+)/.exec(mail.mails.at(-1)?.text ?? '')?.[1]
    await confirm(servers, token ?? '')
  }
  for (const untilMs = performance.now() + longestMs; performance.now() < untilMs; await wait(100)) {
    const { inboxes } = await call<InboxList>('GET', '/inboxes')
    if (inboxes.every(({ state }) => state === 'confirmed')) return ids.map((id) => `inbox:${id}`)
  }
  throw new Error('the inboxes were not confirmed')
}

async function confirm(house: AlertServers, token: string): Promise<void> {
  const { status } = await fetch(`${house.url()}/web/v1/inbox-confirmations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: publicUrl },
    body: JSON.stringify({ token }),
  })
  if (status !== 200) throw new Error(`the link of a mail answers ${status}`)
}

async function untilDelivered(call: Call, webhookId: string): Promise<readonly Delivery[]> {
  let deliveries: readonly Delivery[] = []
  for (const untilMs = performance.now() + longestMs; performance.now() < untilMs; await wait(200)) {
    deliveries = (await call<DeliveryList>('GET', `/webhooks/${webhookId}/deliveries`)).deliveries
    if (deliveries.length > 0 && deliveries.every(({ state }) => state !== 'pending')) break
  }
  return deliveries
}
