import type { TimedResponse } from '../clients.js'
import type { Pause } from '../cluster.js'
import type { LogLine } from '../cluster-server.js'

export type Span = { readonly fromMs: number; readonly toMs: number }

/** Longer than a server waits for Redis before it decides by itself. */
export const redisDeadlineMs = 1_000

/** Spans in which a server answered slowly without being paused, so that it may have decided without Redis. */
export function slowAnswers(answers: readonly TimedResponse[], pauses: readonly Pause[]): readonly Span[] {
  return answers.flatMap(({ server, startMs, endMs, status }) => {
    const stoodStill = pauses.some((pause) => pause.server === server && pause.fromMs <= endMs && startMs <= pause.toMs)
    const isSlow = status !== null && endMs - startMs > redisDeadlineMs && !stoodStill
    return isSlow ? [{ fromMs: startMs, toMs: endMs }] : []
  })
}

export function countedAlone(lines: readonly LogLine[]): readonly Span[] {
  const since = new Map<string, number>()
  const spans: Span[] = []
  for (const { server, atMs, text } of lines) {
    if (text.includes('limits are counted alone')) since.set(server, atMs)
    const fromMs = since.get(server)
    if (!text.includes('limits are counted together') || fromMs === undefined) continue
    since.delete(server)
    spans.push({ fromMs, toMs: atMs })
  }
  return [...spans, ...[...since.values()].map((fromMs) => ({ fromMs, toMs: Number.POSITIVE_INFINITY }))]
}
