import type { CollectorAnswer } from '@p2p-rates/contract'
import type { ExchangeId } from '@p2p-rates/core'
import type { Clock } from '../../base/time/clock.js'
import {
  claimTimeoutMs,
  groupMs,
  lateReaderPauseMs,
  type OpenTasks,
  type PostedTask,
  type PostedTasks,
  type Reader,
  readerAliveMs,
  type TaskEnd,
  taskMs,
} from './task-board.js'

type Entry = PostedTask & {
  readonly postedMonoMs: number
  taken: { readonly by: string; readonly monoMs: number } | null
  answered: { readonly answer: CollectorAnswer; readonly monoMs: number } | null
  isOver: boolean
}

/** For a single server. Tasks live for seconds; tasks lost at a restart are posted again. */
export function createMemoryTaskBoard(clock: Pick<Clock, 'monoMs'>): OpenTasks & PostedTasks {
  const entries = new Map<string, Entry>()
  const restsUntilMonoMs = new Map<string, number>()
  const seen = new Map<string, { readonly exchanges: readonly ExchangeId[]; readonly monoMs: number }>()
  const sinceMs = (monoMs: number): number => clock.monoMs() - monoMs

  const isOpen = ({ isOver, taken, postedMonoMs }: Entry): boolean =>
    !isOver && taken === null && sinceMs(postedMonoMs) < claimTimeoutMs

  const fits = (entry: Entry, { id, exchanges }: Reader): boolean =>
    isOpen(entry) &&
    exchanges.includes(entry.page.exchange) &&
    entry.notBy?.includes(id) !== true &&
    ![...entries.values()].some(({ group, taken }) => group === entry.group && taken?.by === id)

  const endOf = ({ answered, taken, postedMonoMs }: Entry): TaskEnd | null => {
    if (taken === null) return sinceMs(postedMonoMs) < claimTimeoutMs ? null : 'untaken'
    if (answered === null) return sinceMs(taken.monoMs) < taskMs ? null : 'unanswered'
    return {
      reporter: taken.by,
      handedOutAgoMs: sinceMs(taken.monoMs),
      receivedAgoMs: sinceMs(answered.monoMs),
      answer: answered.answer,
    }
  }

  return {
    claimTask: async (reader) => {
      seen.set(reader.id, { exchanges: reader.exchanges, monoMs: clock.monoMs() })
      if (clock.monoMs() < (restsUntilMonoMs.get(reader.id) ?? 0)) return null
      const entry = [...entries.values()].find((one) => fits(one, reader))
      if (entry === undefined) return null
      entry.taken = { by: reader.id, monoMs: clock.monoMs() }
      const { task, nonce, page } = entry
      return { task, nonce, page }
    },
    hasOpenTasks: async () => [...entries.values()].some(isOpen),
    submitAnswer: async ({ task, nonce, reporter }, answer) => {
      const entry = entries.get(task)
      if (entry?.taken?.by !== reporter || entry.nonce !== nonce) return false
      if (entry.isOver || entry.answered !== null || sinceMs(entry.taken.monoMs) >= taskMs) return false
      entry.answered = { answer, monoMs: clock.monoMs() }
      return true
    },
    postTask: async (posted) => {
      for (const { task, postedMonoMs } of entries.values()) if (sinceMs(postedMonoMs) > groupMs) entries.delete(task)
      entries.set(posted.task, {
        ...posted,
        postedMonoMs: clock.monoMs(),
        taken: null,
        answered: null,
        isOver: false,
      })
    },
    takeEnded: async (tasks) => {
      const ends = new Map<string, TaskEnd>()
      for (const task of tasks) {
        const entry = entries.get(task)
        if (entry === undefined || entry.isOver) continue
        const end = endOf(entry)
        if (end === null) continue
        ends.set(task, end)
        entry.isOver = true
        entry.answered = null
        if (end === 'unanswered' && entry.taken !== null)
          restsUntilMonoMs.set(entry.taken.by, clock.monoMs() + lateReaderPauseMs)
      }
      return ends
    },
    withdrawTask: async (task) => {
      const entry = entries.get(task)
      if (entry !== undefined) entry.isOver = true
    },
    countReaders: async (exchange) =>
      [...seen.values()].filter(
        ({ exchanges, monoMs }) => exchanges.includes(exchange) && sinceMs(monoMs) <= readerAliveMs,
      ).length,
  }
}
