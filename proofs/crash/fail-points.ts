import { fileURLToPath } from 'node:url'
import type { Random } from '@p2p-rates/core/internal'

/** Kill points in a server, each with the highest occurrence that a short load reaches. */
const occurrences = {
  'before-commit': 12,
  'after-commit': 12,
  'before-write': 20,
  'after-write': 20,
  'before-answer': 20,
  'mid-start': 6,
  'mid-compaction': 5,
  'mid-migration': 4,
} as const

export type FailPoint = keyof typeof occurrences
export const failPoints = Object.keys(occurrences) as FailPoint[]

export const isAtStart = (point: FailPoint): boolean =>
  point === 'mid-start' || point === 'mid-compaction' || point === 'mid-migration'

/**
 * Launch options of a server that kills itself at this point. It counts occurrences from its start, or from SIGUSR2
 * when the load begins.
 */
export const dyingAt = (point: FailPoint, random: Random) => ({
  preload: fileURLToPath(new URL('./kill-at-fail-point.mjs', import.meta.url)),
  environment: {
    PROOF_KILL_AT: `${point === 'mid-start' ? 'before-write' : point}:${random.integer(1, occurrences[point])}`,
    ...(isAtStart(point) ? {} : { PROOF_KILL_ARMED: 'later' }),
  },
})
