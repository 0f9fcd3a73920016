import type { Ask, AskOptions } from './ask.js'
import { AskError } from './ask-error.js'

/** A GET question as the store knows it: two with the same path are the same question. */
export type Question = {
  /** Path and query below `/web/v1`. */
  readonly path: string
  readonly preloaded: () => unknown
  readonly ask: (options: AskOptions) => Promise<unknown>
}

/** The newest answer, kept when a later question is refused, and the refusal. */
export type Known = { readonly answer: unknown; readonly error: AskError | null }

export type Watch = {
  /** Asks again. Watchers that say the same version share one question. */
  refetch(version?: unknown): void
  stop(): void
}

export type Answers = {
  /** An answer that may be shown before the server is asked; null if there is none. */
  peek(question: Question): Known | null
  /** Passes on every answer and error. Sends the request unless it is in flight or was answered a moment ago. */
  watch(question: Question, version: unknown, told: (known: Known) => void): Watch
  /** After an outage: asks again what the server did not answer. */
  askFailed(): void
}

type Entry = {
  readonly watchers: Set<(known: Known) => void>
  question: Question
  known: Known | null
  answeredAtMs: number
  /** Value of `ask.changes()` when the newest request was sent. */
  changes: number
  asking: { readonly version: unknown; readonly left: AbortController } | null
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Younger answers are not asked for again. */
const freshMs = 10_000
/** Younger answers are shown while the server is asked again: as old as the server itself lets browsers keep them. */
const keptMs = 60_000
const pausesMs = [5_000, 10_000, 30_000, 60_000]

export function createAnswers(ask: Pick<Ask, 'changes'>, now: () => number): Answers {
  const entries = new Map<string, Entry>()

  function entryOf(question: Question): Entry {
    const found = entries.get(question.path)
    if (found !== undefined && (found.watchers.size > 0 || isYounger(found, keptMs))) return found
    const answer = question.preloaded()
    const entry: Entry = {
      watchers: new Set(),
      question,
      known: answer === null ? null : { answer, error: null },
      answeredAtMs: answer === null ? Number.NEGATIVE_INFINITY : now(),
      changes: ask.changes(),
      asking: null,
      failures: 0,
      timer: undefined,
    }
    entries.set(question.path, entry)
    return entry
  }

  const isOfNow = ({ changes }: Entry): boolean => changes === ask.changes()
  const isYounger = (entry: Entry, ms: number): boolean => isOfNow(entry) && now() - entry.answeredAtMs < ms

  function drop(entry: Entry): void {
    entry.asking?.left.abort()
    entry.asking = null
    clearTimeout(entry.timer)
    entry.timer = undefined
  }

  async function send(entry: Entry, version: unknown, anew: boolean): Promise<void> {
    drop(entry)
    const left = new AbortController()
    entry.asking = { version, left }
    entry.changes = ask.changes()
    const known = await entry.question.ask({ signal: left.signal, anew }).then(
      (answer): Known => ({ answer, error: null }),
      (error: unknown): Known => ({
        answer: entry.known?.answer ?? null,
        error: error instanceof AskError ? error : new AskError({ code: 'client' }),
      }),
    )
    if (left.signal.aborted) return
    entry.asking = null
    entry.known = known
    const isBack = known.error === null && entry.failures > 0
    if (known.error === null) {
      entry.answeredAtMs = now()
      entry.failures = 0
    } else wait(entry, known.error)
    for (const told of entry.watchers) told(known)
    if (isBack) askFailed()
  }

  /** A refusal says when to ask again. Without a server the pauses grow. */
  function wait(entry: Entry, error: AskError): void {
    if (isOutage(error)) entry.failures += 1
    const pauseMs = isOutage(error) ? pausesMs[Math.min(entry.failures, pausesMs.length) - 1] : undefined
    const waitMs = error.retryAfterSeconds === null ? pauseMs : error.retryAfterSeconds * 1000
    if (waitMs !== undefined) entry.timer = setTimeout(() => void send(entry, undefined, true), waitMs)
  }

  function askFailed(): void {
    for (const entry of entries.values()) {
      const error = entry.known?.error ?? null
      const isFailed = error !== null && (isOutage(error) || error.status >= 500)
      if (isFailed && entry.watchers.size > 0 && entry.asking === null) void send(entry, undefined, true)
    }
  }

  return {
    peek: (question) => {
      const entry = entryOf(question)
      return entry.known !== null && isYounger(entry, keptMs) ? { answer: entry.known.answer, error: null } : null
    },
    watch: (question, version, told) => {
      const entry = entryOf(question)
      entry.question = question
      entry.watchers.add(told)
      const isUnderWay = (entry.asking !== null && isOfNow(entry)) || entry.timer !== undefined
      if (!isUnderWay && !isYounger(entry, freshMs)) void send(entry, version, entry.known !== null)
      if (entry.known !== null) told(entry.known)
      return {
        refetch: (next) => {
          if (entry.asking === null || entry.asking.version !== next) void send(entry, next, true)
        },
        stop: () => {
          entry.watchers.delete(told)
          if (entry.watchers.size > 0) return
          drop(entry)
          for (const [path, one] of entries)
            if (one.watchers.size === 0 && !isYounger(one, keptMs)) entries.delete(path)
        },
      }
    },
    askFailed,
  }
}

const isOutage = ({ code }: AskError): boolean => code === 'offline' || code === 'overloaded'
