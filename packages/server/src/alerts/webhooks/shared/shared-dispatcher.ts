import { StorageUnavailableError } from '../../../base/errors/storage-errors.js'
import { faultFields, oncePerOutage } from '../../../base/log/log.js'
import { every, type Timers } from '../../../base/time/timers.js'
import { createConcurrencyLimit } from '../concurrency-limit.js'
import { type Dispatcher, sendTargetOf } from '../dispatcher.js'
import type { HostCaps } from '../host-caps.js'
import { createManualSends } from '../manual-sends.js'
import { createSender, type SenderPorts } from '../sender.js'
import {
  type Attempt,
  chooseNext,
  interrupted,
  type QueueSettled,
  settleDropped,
  settleManual,
  settleQueue,
} from '../settle-delivery-attempt.js'
import type { Delivery, Webhook } from '../webhook-store.js'
import { createCancellableSleep } from './cancellable-sleep.js'
import type { SharedWebhookStore } from './shared-webhook-store.js'

/**
 * Sends events to receivers, in parallel with other servers. Only the store knows the waiting deliveries and their due
 * times.
 */
export interface SharedDispatcher extends Pick<Dispatcher, 'sendOnce' | 'hasStarted' | 'forget' | 'stop'> {
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
const retryMs = 1_000
const maxDuePerPoll = 500

type SharedDispatcherPorts = SenderPorts & {
  readonly store: SharedWebhookStore
  readonly hosts: HostCaps
  readonly timers: Timers
  readonly random: () => number
}

export function createSharedDispatcher(ports: SharedDispatcherPorts): SharedDispatcher {
  const { store, clock, timers, random, log } = ports
  const send = createSender(ports)
  const slots = createConcurrencyLimit(ports)
  const manualSends = createManualSends(slots)
  const retrySleep = createCancellableSleep(timers)
  /** Delivery queues that wait for a slot here or are being served, with their cancel functions. */
  const scheduled = new Map<string, () => boolean>()
  let stopped = false
  const failed = (error: unknown): null => {
    log.error('webhook delivery', faultFields(error))
    return null
  }

  const schedule = (webhook: Webhook): void => {
    if (stopped) return
    const work = async () => {
      const sent = await sendNext(webhook).catch(failed)
      scheduled.delete(webhook.id)
      if (sent?.goesOn === true) schedule(webhook)
      return sent !== null
    }
    scheduled.set(webhook.id, slots.scheduleTask({ ...sendTargetOf(webhook), work }))
  }

  /** Null where nothing was sent. */
  const sendNext = async (asFound: Webhook): Promise<{ readonly goesOn: boolean } | null> => {
    const askedMonoMs = clock.monoMs()
    const claim = await store.claimDue(asFound.id, leaseMs)
    if (claim === null) return null
    const next = chooseNext(claim.waiting, claim.webhook.consecutiveFailures)
    const isLate = clock.monoMs() - askedMonoMs > freshMs
    // The URL has changed since the slot was taken, so the slot is for the wrong host.
    const hasMoved = sendTargetOf(claim.webhook).host !== sendTargetOf(asFound).host
    if (next === undefined || isLate || hasMoved) {
      await store.release(claim)
      return null
    }
    const attempt = await send(claim.webhook, next)
    const chance = random()
    const settled = await untilStored(() =>
      store.settle(claim, (now, waiting) => settleSent(next, now, waiting, attempt, chance)),
    )
    return { goesOn: settled !== null && settled.waitMs === null && settled.waiting.length > 0 }
  }

  const sendManual = async (delivery: Delivery, { id, accountId }: Webhook): Promise<boolean> => {
    const webhook = await store.find(accountId, id)
    if (webhook === null) return false
    const attempt = await send(webhook, delivery)
    await untilStored(() =>
      store.change(accountId, ({ webhooks }) => {
        const settled = webhooks.filter((one) => one.id === id).map((now) => settleManual(delivery, now, attempt))
        return { webhooks: settled.map((one) => one.webhook), deliveries: settled.map((one) => one.delivery) }
      }),
    )
    pollDue()
    return true
  }

  /** Retries until the store accepts the outcome of an attempt, because only this server knows it. */
  const untilStored = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    for (let time = 1; ; time += 1) {
      try {
        return await write()
      } catch (error) {
        if (stopped || !(error instanceof StorageUnavailableError)) throw error
        if (time === 1) log.error('the outcome of a webhook attempt is not written down yet', faultFields(error))
        await retrySleep.sleep(retryMs)
      }
    }
  }

  let isPolling = false
  let pollsAgain = false
  const findDue = async (): Promise<void> => {
    pollsAgain = true
    if (isPolling) return
    isPolling = true
    try {
      while (pollsAgain && !stopped) {
        // A later call may be too late for this query, so it sets the flag again.
        pollsAgain = false
        const due = await store.due(maxDuePerPoll, [...scheduled.keys()])
        for (const webhook of due) schedule(webhook)
        if (due.length === maxDuePerPoll) pollsAgain = true
      }
    } finally {
      isPolling = false
    }
  }
  const holdAndClear = async (): Promise<void> => {
    await store.hold(manualSends.ids())
    await store.endAbandoned(interrupted)
  }
  const tryPollDue = oncePerOutage(log, 'it cannot be found out which webhooks have something to send', findDue)
  const tryToHold = oncePerOutage(log, 'it is not written down who sends by hand', holdAndClear)
  const pollDue = () => void tryPollDue()
  const cancels: (() => void)[] = []

  return {
    sendOnce: (delivery, webhook) => {
      const work = () => sendManual(delivery, webhook).catch((error: unknown) => failed(error) !== null)
      manualSends.add(delivery, { ...sendTargetOf(webhook), work })
    },
    hasStarted: manualSends.hasStarted,
    start: () => {
      cancels.push(every(timers, pollIntervalMs, tryPollDue, failed), every(timers, holdMs, tryToHold, failed))
      pollDue()
      void tryToHold()
    },
    pollDue,
    drop: (webhookId) => {
      if (scheduled.get(webhookId)?.()) scheduled.delete(webhookId)
    },
    forget: (webhookId) => {
      if (scheduled.get(webhookId)?.()) scheduled.delete(webhookId)
      manualSends.forget(webhookId)
    },
    stop: async () => {
      stopped = true
      for (const cancel of cancels) cancel()
      retrySleep.end()
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
): QueueSettled {
  const at = waiting.findIndex(({ id }) => id === sent.id)
  // Given up while it was on its way: its webhook was disabled.
  if (at < 0) return settleDropped(sent, now, attempt)
  return settleQueue({ older: waiting.slice(0, at), sent, newer: waiting.slice(at + 1) }, now, attempt, random)
}
