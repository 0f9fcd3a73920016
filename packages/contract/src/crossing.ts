import type { WebhookEventKind } from './events.js'

/** The rule by which webhooks fire: for the server, which follows it, and for pages, which show what it would have done. */

export type CrossingState = 'unknown' | 'armed' | 'fired'

/** What a webhook waits for: a value that rises to its threshold, or falls to it. */
export type Trigger = {
  readonly direction: 'up' | 'down'
  readonly threshold: number
  /** How far back the value must move before the webhook may fire again. */
  readonly hysteresis: number
}

/** What the settings of a webhook come to. */
export const triggerOf = ({
  event,
  threshold,
  hysteresis,
}: {
  readonly event: WebhookEventKind
  readonly threshold: number
  readonly hysteresis: number | null
}): Trigger => ({
  direction: event === 'best_buy' ? 'down' : 'up',
  threshold,
  hysteresis: hysteresis ?? usualHysteresis(event === 'spread' ? 'percent' : 'price', threshold),
})

export type CrossingMemory = { readonly state: CrossingState; readonly firedAtMs: number | null }

/** At most one firing in this time. */
export const quietMs = 300_000

/** 41.041 - 41 is a little less than 0.041, and people count in decimals. */
const hair = 1e-9

/**
 * One step of the state machine. `null` is no news: stale, missing or doubtful data neither fire nor re-arm. A value
 * that reaches the threshold too soon after the last firing waits for its turn.
 */
export function crossingStep(
  memory: CrossingMemory,
  value: number | null,
  trigger: Trigger,
  nowMs: number,
): CrossingMemory & { readonly fires: boolean } {
  const stays = { ...memory, fires: false }
  if (value === null || Number.isNaN(value)) return stays
  const distance = trigger.direction === 'up' ? value - trigger.threshold : trigger.threshold - value

  if (memory.state === 'fired') {
    const slack = hair * Math.max(1, Math.abs(trigger.threshold))
    const movedBack = distance < 0 && distance <= slack - trigger.hysteresis
    return movedBack ? { ...stays, state: 'armed' } : stays
  }
  if (distance < 0 || isQuiet(memory.firedAtMs, nowMs)) return { ...stays, state: 'armed' }
  return { state: 'fired', firedAtMs: nowMs, fires: true }
}

/** A firing in the future was noted by a clock that has been set since: it says nothing. */
const isQuiet = (firedAtMs: number | null, nowMs: number): boolean =>
  firedAtMs !== null && nowMs >= firedAtMs && nowMs - firedAtMs < quietMs

/** The usual distance: small against the threshold, large against noise. */
export const usualHysteresis = (kind: 'percent' | 'price', threshold: number): number =>
  kind === 'percent' ? Math.max(Math.abs(threshold) * 0.05, 0.1) : Math.abs(threshold) * 0.001
