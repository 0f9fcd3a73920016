import { StorageUnavailableError } from '../../errors/storage-unavailable.js'
import { faultFields, oncePerOutage } from '../../log/log.js'
import { every, type Timers } from '../../time/timers.js'
import {
  type Attempt,
  chooseNext,
  interrupted,
  type LineSettled,
  settleDropped,
  settleLine,
  settleManual,
} from '../attempt.js'
import { createConcurrencyLimit } from '../concurrency-limit.js'
import { type Dispatcher, placeOf } from '../dispatcher.js'
import type { HostCaps } from '../host-caps.js'
import { createManualSends } from '../manual-sends.js'
import { createSender, type SenderPorts } from '../sender.js'
import type { Delivery, Webhook } from '../webhook-store.js'
import { createPauses } from './cancellable-sleep.js'
import type { SharedWebhookStore } from './shared-webhook-store.js'

/**
 * Sends events to receivers, in parallel with other servers. Only the store knows the waiting deliveries and their due
 * times.
 */
export interface SharedDispatcher extends Pick<Dispatcher, 'sendOnce' | 'hasSetOut' | 'forget' | 'stop'> {
  start(): void
  pollDue(): void
  drop(webhookId: string): void
}

/** An attempt takes 15 s at most. */
const leaseMs = 30_000
/** Maximum delay between requesting a claim and sending. After a longer one the claim may be lost. */
const freshMs = 5_000
const pollIntervalMs = 1_000
const holdMs = 30_000
const againMs = 1_000
const mostAtOnce = 500

type SharedCourierPorts = SenderPorts & {
  readonly store: SharedWebhookStore
  readonly hosts: HostCaps
  readonly timers: Timers
  readonly random: () => number
}

export function createSharedDispatcher(ports: SharedCourierPorts): SharedDispatcher {
  const { store, clock, timers, random, log } = ports
  const send = createSender(ports)
  const slots = createConcurrencyLimit(ports)
  const asides = createManualSends(slots)
  const pauses = createPauses(timers)
  /** Delivery queues that wait for a slot here or are being served, with their cancel functions. */
  const asked = new Map<string, () => boolean>()
  let stopped = false
  const failed = (error: unknown): null => {
    log.error('webhook delivery', faultFields(error))
    return null
  }

  const ask = (webhook: Webhook): void => {
    if (stopped) return
    const work = async () => {
      const sent = await sendNext(webhook).catch(failed)
      asked.delete(webhook.id)
      if (sent?.goesOn === true) ask(webhook)
      return sent !== null
    }
    asked.set(webhook.id, slots.acquireSlot({ ...placeOf(webhook), work }))
  }

  /** Null where nothing was sent. */
  const sendNext = async (asFound: Webhook): Promise<{ readonly goesOn: boolean } | null> => {
    const askedMonoMs = clock.monoMs()
    const claim = await store.claimDue(asFound.id, leaseMs)
    if (claim === null) return null
    const next = chooseNext(claim.waiting, claim.webhook.consecutiveFailures)
    const isLate = clock.monoMs() - askedMonoMs > freshMs
    // The URL has changed since the slot was taken, so the slot is for the wrong host.
    const hasMoved = placeOf(claim.webhook).host !== placeOf(asFound).host
    if (next === undefined || isLate || hasMoved) {
      await store.release(claim)
      return null
    }
    const attempt = await send(claim.webhook, next)
    const chance = random()
    const settled = await written(() =>
      store.settle(claim, (now, waiting) => settleSent(next, now, waiting, attempt, chance)),
    )
    return { goesOn: settled !== null && settled.waitMs === null && settled.waiting.length > 0 }
  }

  const sendAside = async (delivery: Delivery, { id, accountId }: Webhook): Promise<boolean> => {
    const webhook = await store.find(accountId, id)
    if (webhook === null) return false
    const attempt = await send(webhook, delivery)
    await written(() =>
      store.change(accountId, ({ webhooks }) => {
        const settled = webhooks.filter((one) => one.id === id).map((now) => settleManual(delivery, now, attempt))
        return { webhooks: settled.map((one) => one.webhook), deliveries: settled.map((one) => one.delivery) }
      }),
    )
    pollDue()
    return true
  }

  /** Retries until the store accepts the outcome of an attempt, because only this server knows it. */
  const written = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    for (let time = 1; ; time += 1) {
      try {
        return await write()
      } catch (error) {
        if (stopped || !(error instanceof StorageUnavailableError)) throw error
        if (time === 1) log.error('the outcome of a webhook attempt is not written down yet', faultFields(error))
        await pauses.pause(againMs)
      }
    }
  }

  let isLooking = false
  let looksAgain = false
  const lookForDue = async (): Promise<void> => {
    looksAgain = true
    if (isLooking) return
    isLooking = true
    try {
      while (looksAgain && !stopped) {
        // A later call may be too late for this query, so it sets the flag again.
        looksAgain = false
        const due = await store.due(mostAtOnce, [...asked.keys()])
        for (const webhook of due) ask(webhook)
        if (due.length === mostAtOnce) looksAgain = true
      }
    } finally {
      isLooking = false
    }
  }
  const holdAndClear = async (): Promise<void> => {
    await store.hold(asides.ids())
    await store.endAbandoned(interrupted)
  }
  const tryToLook = oncePerOutage(log, 'it cannot be found out which webhooks have something to send', lookForDue)
  const tryToHold = oncePerOutage(log, 'it is not written down who sends by hand', holdAndClear)
  const pollDue = () => void tryToLook()
  const cancels: (() => void)[] = []

  return {
    sendOnce: (delivery, webhook) => {
      const work = () => sendAside(delivery, webhook).catch((error: unknown) => failed(error) !== null)
      asides.add(delivery, { ...placeOf(webhook), work })
    },
    hasSetOut: asides.hasSetOut,
    start: () => {
      cancels.push(every(timers, pollIntervalMs, tryToLook, failed), every(timers, holdMs, tryToHold, failed))
      pollDue()
      void tryToHold()
    },
    pollDue,
    drop: (webhookId) => {
      if (asked.get(webhookId)?.()) asked.delete(webhookId)
    },
    forget: (webhookId) => {
      if (asked.get(webhookId)?.()) asked.delete(webhookId)
      asides.forget(webhookId)
    },
    stop: async () => {
      stopped = true
      for (const cancel of cancels) cancel()
      pauses.end()
      await slots.stop()
    },
  }
}

function settleSent(
  sent: Delivery,
  now: Webhook,
  waiting: readonly Delivery[],
  attempt: Attempt,
  random: number,
): LineSettled {
  const at = waiting.findIndex(({ id }) => id === sent.id)
  // Given up while it was on its way: its webhook was disabled.
  if (at < 0) return settleDropped(sent, now, attempt)
  return settleLine({ older: waiting.slice(0, at), sent, newer: waiting.slice(at + 1) }, now, attempt, random)
}
