import type { CollectorAnswer } from '@p2p-rates/contract'
import { pollSeconds, taskSeconds } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import type { WantedPage } from '@p2p-rates/core/node'
import type { Cancel } from '../../base/time/timers.js'
import type { Reporter } from './reporter.js'

export type AssignedTask = { readonly task: string; readonly nonce: string; readonly page: WantedPage }

/** Pages of one group go to different collectors. */
export type PageTask = { readonly page: WantedPage; readonly group: string; readonly notBy?: readonly string[] }

export type PostedTask = PageTask & Pick<AssignedTask, 'task' | 'nonce'>

/** `untaken`: no collector took it. `unanswered`: the collector did not answer in time. */
export type TaskEnd =
  | 'untaken'
  | 'unanswered'
  | {
      readonly reporter: string
      /** Ages by the board's own clock, which all servers share. */
      readonly handedOutAgoMs: number
      readonly receivedAgoMs: number
      readonly answer: CollectorAnswer
    }

export type Reader = Pick<Reporter, 'id' | 'exchanges'>

/** One board with `PostedTasks`, in memory or in storage/; every implementation passes task-board.contract.ts. */
export interface OpenTasks {
  claimTask(reader: Reader): Promise<AssignedTask | null>
  hasOpenTasks(): Promise<boolean>
  /** False for an unknown task, or one already answered, too late, or of another collector. */
  submitAnswer(
    from: Pick<AssignedTask, 'task' | 'nonce'> & { readonly reporter: string },
    submitAnswer: CollectorAnswer,
  ): Promise<boolean>
}

export interface PostedTasks {
  postTask(task: PostedTask): Promise<void>
  /** Returns the ended ones of these tasks. Each end is returned once. */
  takeEnded(tasks: readonly string[]): Promise<ReadonlyMap<string, TaskEnd>>
  withdrawTask(task: string): Promise<void>
  countReaders(exchange: ExchangeId): Promise<number>
}

/** Collectors poll without a pause, so a page not taken within 5 s has no reader. */
export const claimTimeoutMs = 5_000
export const taskMs = taskSeconds * 1_000
/** Pause of a collector after a late answer, so that it takes no pages from faster ones. */
export const lateReaderPauseMs = 30_000
/** Covers a poll and a task between two polls. */
export const readerAliveMs = (pollSeconds + taskSeconds) * 1_000
export const groupMs = 2 * (claimTimeoutMs + taskMs)

/** Polls at intervals until cancelled, and handles failures. Hints alone would miss changes on other servers. */
export type RunPeriodically = (look: () => Promise<void>) => Cancel

export const pollIntervalMs = 200

/** Runs one poll at a time. A call during a poll schedules one more: the running poll may have missed its change. */
export function singleFlightPoll(poll: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWantedAgain = false
  const run = async (): Promise<void> => {
    do {
      isWantedAgain = false
      await poll()
    } while (isWantedAgain)
  }
  return () => {
    isWantedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
