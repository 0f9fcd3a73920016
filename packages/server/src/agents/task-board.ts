import type { CollectorAnswer } from '@p2p-rates/contract'
import { pollSeconds, taskSeconds } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import type { WantedPage } from '@p2p-rates/core/node'
import type { Reporter } from './reporter.js'

export type HandedTask = { readonly task: string; readonly nonce: string; readonly page: WantedPage }

/** How long ago by the clock of the board, which all who ask and all who read share. */
export type BroughtPage = {
  readonly reporter: string
  readonly handedOutAgoMs: number
  readonly receivedAgoMs: number
  readonly answer: CollectorAnswer
}

/** Pages of one group are handed to different reporters. */
export type OfferedPage = { readonly page: WantedPage; readonly group: string; readonly notBy?: readonly string[] }

export type PostedTask = OfferedPage & Pick<HandedTask, 'task' | 'nonce'>

/** `untaken`: nobody came for it. `unanswered`: who came did not answer in time. */
export type TaskEnd = BroughtPage | 'untaken' | 'unanswered'

/** Who may read, and what. */
export type Reader = Pick<Reporter, 'id' | 'exchanges'>

/**
 * Pages that wait for somebody to read them, as readers see them. With `PostedTasks` it is one board by one clock, in
 * memory or in store/; every implementation passes task-board.contract.ts.
 */
export interface OpenTasks {
  /** The next page for this reader, from then on its own. Who asks is counted as being there. */
  claimTask(reader: Reader): Promise<HandedTask | null>
  /** Whether there is something to take for anybody. */
  hasOpen(): Promise<boolean>
  /** False for what is not awaited from this reporter: unknown, answered before, too late, or somebody else's. */
  answer(
    from: Pick<HandedTask, 'task' | 'nonce'> & { readonly reporter: string },
    answer: CollectorAnswer,
  ): Promise<boolean>
}

/** The same pages, as whoever wants them read sees them. */
export interface PostedTasks {
  post(task: PostedTask): Promise<void>
  /** What has ended of these. Each end is told once. */
  ended(tasks: readonly string[]): Promise<ReadonlyMap<string, TaskEnd>>
  /** Nobody waits for it any more. */
  withdraw(task: string): Promise<void>
  /** How many have come lately for pages of this exchange. */
  readersOf(exchange: ExchangeId): Promise<number>
}

/** Who reads for us comes back at once; a page that nobody comes for is worth no longer wait. */
export const untakenMs = 5_000
export const taskMs = taskSeconds * 1_000
/** Who was too late keeps no more pages from those who are not. */
export const restMs = 30_000
/** A poll, and a task at work between two. */
export const seenForMs = (pollSeconds + taskSeconds) * 1_000
/** So long is known who has read a page of a group. */
export const groupMs = 2 * (untakenMs + taskMs)
