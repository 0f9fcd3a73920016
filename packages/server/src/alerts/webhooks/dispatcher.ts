import { channelIdOf } from '@p2p-rates/contract'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { faultFields, oncePerOutage } from '../../base/log/log.js'
import type { Runtime } from '../../base/runtime.js'
import { sleep } from '../../base/time/timers.js'
import { createConcurrencyLimit } from './concurrency-limit.js'
import type { HostCaps } from './host-caps.js'
import { createManualSends } from './manual-sends.js'
import { isQuiet } from './schedule.js'
import type { Sender } from './send-delivery.js'
import {
  type Attempt,
  chooseNext,
  deferQueue,
  interrupted,
  type QueueSettled,
  settleDropped,
  settleManual,
  settleQueue,
} from './settle-delivery-attempt.js'
import type { Delivery, Webhook, WebhookStore } from './webhook-store.js'

/** An attempt takes 15 s at most. */
const leaseMs = 30_000
/** Maximum delay between requesting a claim and sending. After a longer one the claim may be lost. */
const freshMs = 5_000
/** Pause after the store could not be asked, or after another server had the claim. */
const retryMs = 1_000
const maxDuePerPoll = 500

export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * Brings events to receivers: in order and one at a time per webhook, side by side across webhooks, again after
 * failures. Only the store knows which deliveries wait and when they are due, so several servers can send together.
 */
export function createDispatcher(ports: {
  readonly store: WebhookStore
  readonly send: Sender
  readonly hosts: HostCaps
  readonly runtime: Runtime
  readonly random: () => number
}) {
  const { timers, log } = ports.runtime
  const slots = createConcurrencyLimit({ timers, hosts: ports.hosts })
  const dispatcher = {
    ...ports,
    slots,
    manualSends: createManualSends(slots),
    /** Delivery queues that wait for a slot here or are being served, with their cancel functions. */
    scheduled: new Map<string, () => boolean>(),
    findDueOrLog: oncePerOutage(
      log,
      'it cannot be found out which webhooks have something to send',
      (): Promise<void> => findDue(dispatcher),
    ),
    /** Ends the pauses of those who wait to store an outcome. */
    ending: new AbortController(),
    isPolling: false,
    pollsAgain: false,
    nextPollMonoMs: Number.POSITIVE_INFINITY,
    cancelNextPoll: (): void => {},
    isStopped: false,
  }
  return dispatcher
}

/** Sends due deliveries. Call it after one may have become due; otherwise the dispatcher polls by itself. */
export function pollDue(dispatcher: Dispatcher): void {
  if (!dispatcher.isStopped) void dispatcher.findDueOrLog()
}

async function findDue(dispatcher: Dispatcher): Promise<void> {
  const { store, scheduled } = dispatcher
  dispatcher.pollsAgain = true
  if (dispatcher.isPolling) return
  dispatcher.isPolling = true
  let waitMs = retryMs
  try {
    while (dispatcher.pollsAgain && !dispatcher.isStopped) {
      // A later call may be too late for this query, so it sets the flag again.
      dispatcher.pollsAgain = false
      const due = await store.due(maxDuePerPoll, [...scheduled.keys()])
      for (const webhook of due) schedule(dispatcher, webhook)
      if (due.length === maxDuePerPoll) dispatcher.pollsAgain = true
    }
    waitMs = await store.msUntilDue()
  } finally {
    dispatcher.isPolling = false
    pollWithin(dispatcher, waitMs)
  }
}

function pollWithin(dispatcher: Dispatcher, waitMs: number): void {
  const { clock, timers } = dispatcher.runtime
  const atMonoMs = clock.monoMs() + waitMs
  if (dispatcher.isStopped || atMonoMs >= dispatcher.nextPollMonoMs) return
  dispatcher.cancelNextPoll()
  dispatcher.nextPollMonoMs = atMonoMs
  dispatcher.cancelNextPoll = timers.after(waitMs, () => {
    dispatcher.nextPollMonoMs = Number.POSITIVE_INFINITY
    pollDue(dispatcher)
  })
}

function schedule(dispatcher: Dispatcher, webhook: Webhook): void {
  if (dispatcher.isStopped || dispatcher.scheduled.has(webhook.id)) return
  const work = async (): Promise<boolean> => {
    const sent = await sendNext(dispatcher, webhook).catch((error: unknown) => failed(dispatcher, error))
    dispatcher.scheduled.delete(webhook.id)
    if (sent === null) pollWithin(dispatcher, retryMs)
    else if (sent.goesOn) schedule(dispatcher, sent.webhook)
    else pollWithin(dispatcher, sent.waitMs)
    return sent !== null
  }
  dispatcher.scheduled.set(webhook.id, dispatcher.slots.scheduleTask({ ...sendTargetOf(webhook), work }))
}

type Sent = { readonly webhook: Webhook; readonly goesOn: boolean; readonly waitMs: number }

/** Null if nothing was sent. */
async function sendNext(dispatcher: Dispatcher, asFound: Webhook): Promise<Sent | null> {
  const { store, send, random, runtime } = dispatcher
  const askedMonoMs = runtime.clock.monoMs()
  const claim = await store.claim(asFound.id, leaseMs)
  if (claim === null) return null
  if (isQuiet(claim.webhook, runtime.clock.wallMs())) {
    const deferred = await store.settle(claim, deferQueue)
    return { webhook: deferred?.webhook ?? claim.webhook, goesOn: false, waitMs: Number.POSITIVE_INFINITY }
  }
  const next = chooseNext(claim.waiting, claim.webhook.consecutiveFailures)
  const isLate = runtime.clock.monoMs() - askedMonoMs > freshMs
  // The URL has changed since the slot was taken, so the slot is for the wrong host.
  const hasMoved = sendTargetOf(claim.webhook).host !== sendTargetOf(asFound).host
  if (next === undefined || isLate || hasMoved) {
    await store.release(claim)
    return null
  }
  const attempt = await send(claim.webhook, next)
  const chance = random()
  const settled = await untilStored(dispatcher, () =>
    store.settle(claim, (now, waiting) => settleSent(next, now, waiting, attempt, chance)),
  )
  const goesOn = settled !== null && settled.waitMs === null && settled.waiting.length > 0
  const waitMs = settled === null ? retryMs : (settled.waitMs ?? Number.POSITIVE_INFINITY)
  return { webhook: settled?.webhook ?? claim.webhook, goesOn, waitMs }
}

function settleSent(
  sent: Delivery,
  now: Webhook,
  waiting: readonly Delivery[],
  attempt: Attempt,
  random: number,
): QueueSettled {
  const at = waiting.findIndex(({ id }) => id === sent.id)
  // Cancelled while it was on its way, because its webhook was disabled.
  if (at < 0) return settleDropped(sent, now, attempt)
  return settleQueue({ older: waiting.slice(0, at), sent, newer: waiting.slice(at + 1) }, now, attempt, random)
}

/** Only this server knows the outcome of an attempt. Until it is stored, the webhook sends nothing more. */
async function untilStored<Result>(dispatcher: Dispatcher, write: () => Promise<Result>): Promise<Result> {
  for (let time = 1; ; time += 1) {
    try {
      return await write()
    } catch (error) {
      if (dispatcher.isStopped || !(error instanceof StorageUnavailableError)) throw error
      if (time === 1)
        dispatcher.runtime.log.error('the outcome of a webhook attempt is not written down yet', faultFields(error))
      await sleep(dispatcher.runtime.timers, retryMs, dispatcher.ending.signal)
    }
  }
}

/** Sends out of line and once, also to a disabled webhook. The delivery is stored already. */
export function sendOnce(dispatcher: Dispatcher, delivery: Delivery, webhook: Webhook): void {
  const work = () =>
    sendManual(dispatcher, delivery, webhook).catch((error: unknown) => failed(dispatcher, error) !== null)
  dispatcher.manualSends.add(delivery, { ...sendTargetOf(webhook), work })
}

async function sendManual(dispatcher: Dispatcher, delivery: Delivery, { id, accountId }: Webhook): Promise<boolean> {
  const { store, send } = dispatcher
  const webhook = await store.find(accountId, id)
  if (webhook === null) return false
  const attempt = await send(webhook, delivery)
  await untilStored(dispatcher, () =>
    store.change(accountId, ({ webhooks }) => {
      const settled = webhooks.filter((one) => one.id === id).map((now) => settleManual(delivery, now, attempt))
      return { webhooks: settled.map((one) => one.webhook), deliveries: settled.map((one) => one.delivery) }
    }),
  )
  pollDue(dispatcher)
  return true
}

/** Tells the store which manual sends this server still has to make, and ends those of servers that died. */
export const renewManualSends = ({ store, manualSends }: Dispatcher): Promise<void> =>
  store.endAbandoned(manualSends.ids(), interrupted)

/** Gives up the slot of a webhook that was disabled. The store has already cancelled what waited. */
export function dropQueue({ scheduled }: Dispatcher, webhookId: string): void {
  if (scheduled.get(webhookId)?.()) scheduled.delete(webhookId)
}

/** The same for a webhook that was deleted, with its manual sends. */
export function forgetQueue(dispatcher: Dispatcher, webhookId: string): void {
  dropQueue(dispatcher, webhookId)
  dispatcher.manualSends.forget(webhookId)
}

export function forgetAllQueues(dispatcher: Dispatcher): void {
  for (const webhookId of [...dispatcher.scheduled.keys()]) dropQueue(dispatcher, webhookId)
  dispatcher.manualSends.forgetAll()
}

/** Starts no more attempts; resolves when those under way are stored. */
export async function stopDispatcher(dispatcher: Dispatcher): Promise<void> {
  dispatcher.isStopped = true
  dispatcher.cancelNextPoll()
  dispatcher.ending.abort()
  await dispatcher.slots.stop()
}

function failed({ runtime }: Dispatcher, error: unknown): null {
  runtime.log.error('webhook delivery', faultFields(error))
  return null
}

/** Account and host of a webhook. Each inbox is its own host, so the per-minute limit applies per reader. */
const sendTargetOf = ({ id, accountId, url }: Webhook) => ({
  webhookId: id,
  accountId,
  host: channelIdOf(url) === null ? new URL(url).hostname : url,
})
