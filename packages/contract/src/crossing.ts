import type { WebhookEventKind } from './generated/types.js'

/** State machine that decides when webhooks fire. The server runs it; pages use it to show past firings. */

export type CrossingState = 'unknown' | 'armed' | 'fired'

export type Trigger = {
  readonly direction: 'up' | 'down'
  readonly threshold: number
  /** Distance that the value must move back before the webhook may fire again. */
  readonly hysteresis: number
  /** Milliseconds that the value must stay beyond the threshold; 0 = no wait. */
  readonly holdMs?: number
}

export const triggerOf = ({
  event,
  threshold,
  hysteresis,
  holdSeconds = null,
}: {
  readonly event: WebhookEventKind
  readonly threshold: number
  readonly hysteresis: number | null
  readonly holdSeconds?: number | null
}): Trigger => ({
  direction: event === 'best_buy' ? 'down' : 'up',
  threshold,
  hysteresis: hysteresis ?? usualHysteresis(event === 'spread' ? 'percent' : 'price', threshold),
  holdMs: (holdSeconds ?? 0) * 1_000,
})

export type CrossingMemory = {
  readonly state: CrossingState
  readonly firedAtMs: number | null
  readonly holding?: Holding | null
}

/** `seenAtMs`: time of the last observation that held; `null` before the first. */
export type Holding = { readonly heldMs: number; readonly seenAtMs: number | null }

export const cooldownMs = 300_000

/** Longest pause between two observations that counts as held: 10 minutes, the age limit of fresh data. */
export const freshForMs = 600_000

/** 41.041 - 41 is a little less than 0.041, and people count in decimals. */
const epsilon = 1e-9

/**
 * One step of the state machine. `null` is no news: stale, missing or doubtful data neither fire nor re-arm, and while
 * they last no hold starts. A value that reaches the threshold too soon after the last firing waits for its turn.
 */
export function crossingStep(
  memory: CrossingMemory,
  value: number | null,
  trigger: Trigger,
  nowMs: number,
): CrossingMemory & { readonly fires: boolean } {
  const { state, firedAtMs, holding = null } = memory
  if (value === null || Number.isNaN(value))
    return { state, firedAtMs, holding: holding && { ...heldUntil(holding, nowMs), seenAtMs: null }, fires: false }
  const distance = distanceBeyond(value, trigger)

  if (state === 'fired') {
    const slack = epsilon * Math.max(1, Math.abs(trigger.threshold))
    const movedBack = distance < 0 && distance <= slack - trigger.hysteresis
    return { state: movedBack ? 'armed' : state, firedAtMs, holding: null, fires: false }
  }
  if (distance < 0) return { state: 'armed', firedAtMs, holding: null, fires: false }
  const held = heldUntil(holding ?? { heldMs: 0, seenAtMs: null }, nowMs)
  const holdMs = trigger.holdMs ?? 0
  if (held.heldMs < holdMs || isQuiet(firedAtMs, nowMs))
    return { state: 'armed', firedAtMs, holding: holdMs > 0 ? held : null, fires: false }
  return { state: 'fired', firedAtMs: nowMs, holding: null, fires: true }
}

type Bound = Pick<Trigger, 'direction' | 'threshold'>

const distanceBeyond = (value: number, { direction, threshold }: Bound): number =>
  direction === 'up' ? value - threshold : threshold - value

export const reaches = (value: number, bound: Bound): boolean => distanceBeyond(value, bound) >= 0

/** A clock set back adds nothing. A clock set ahead adds at most the validity of one observation. */
const heldUntil = ({ heldMs, seenAtMs }: Holding, nowMs: number): Holding => ({
  heldMs: heldMs + (seenAtMs === null ? 0 : Math.min(freshForMs, Math.max(0, nowMs - seenAtMs))),
  seenAtMs: nowMs,
})

/** Ignore a firing in the future: the clock has been set back since. */
const isQuiet = (firedAtMs: number | null, nowMs: number): boolean =>
  firedAtMs !== null && nowMs >= firedAtMs && nowMs - firedAtMs < cooldownMs

/** The usual distance: small against the threshold, large against noise. */
export const usualHysteresis = (kind: 'percent' | 'price', threshold: number): number =>
  kind === 'percent' ? Math.max(Math.abs(threshold) * 0.05, 0.1) : Math.abs(threshold) * 0.001
