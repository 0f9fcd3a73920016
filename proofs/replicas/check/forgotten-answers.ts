import type { UsageWrite } from '../audit-triggers.js'
import type { TimedResponse } from '../cluster-requests.js'

export type Kill = { readonly server: string; readonly atMs: number }

/**
 * I3. Whether a killed server may have forgotten that it gave this answer. It writes one batch of usage after the other, so
 * whatever it had answered when the last but one was accepted is in the last one.
 */
export function findForgottenAnswers(
  kills: readonly Kill[],
  writes: readonly UsageWrite[],
): (answer: TimedResponse) => boolean {
  const spans = kills.map(({ server, atMs }) => ({ server, toMs: atMs, fromMs: sinceWhen(server, atMs) }))
  return ({ server, startMs, endMs }) =>
    spans.some((span) => span.server === server && startMs < span.toMs && endMs > span.fromMs)

  function sinceWhen(server: string, atMs: number): number {
    const life = writes.findLast((one) => one.server === server && one.atMs < atMs)?.life
    const ofLife = writes.filter((one) => one.life === life)
    const before = kills.findLast((one) => one.server === server && one.atMs < atMs)?.atMs ?? Number.NEGATIVE_INFINITY
    return Math.max(ofLife.at(-2)?.atMs ?? before, before)
  }
}
