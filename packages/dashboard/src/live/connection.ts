import { AskError } from '../api/ask-error.js'

/** State of the live connection. Times are by the local clock. */
export type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'polling' | 'paused' }
  | { readonly kind: 'reconnecting' | 'offline'; readonly sinceMs: number; readonly nextAtMs: number }

export type LivePorts = {
  /** One connection: gives pieces of news until it ends. Every byte counts as a sign of life. */
  readonly listen: (signal: AbortSignal, heard: () => void) => Promise<void>
  readonly poll: (signal: AbortSignal) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  /** Calls back once; the returned function forgets it. */
  readonly later: (ms: number, act: () => void) => () => void
  readonly onState: (state: LiveState) => void
}

export type Connection = {
  start(): void
  /** Close the stream after 5 minutes in the background; on return, poll first, then reopen it. */
  setVisible(isVisible: boolean): void
  pause(): void
  resume(): void
  tryNow(): void
  stop(): void
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000]
const silenceMs = 90_000
const pollEveryMs = 60_000
const retryStreamMs = 300_000
const hiddenForMs = 300_000
const failuresWithin = { count: 3, ms: 60_000 }

/** Keeps numbers coming: by the stream, else by asking each minute, with pauses that grow while nothing answers. */
export function createConnection({ listen, poll, now, random, later, onState }: LivePorts): Connection {
  let turn = new AbortController()
  let forget: (() => void)[] = []
  let failures: number[] = []
  let inARow = 0
  let mode: 'stopped' | 'stream' | 'polling' | 'paused' | 'hidden' = 'stopped'
  let sinceMs: number | null = null
  let isOffline = false
  let stayHidden: () => void = () => {}

  /** Abort the current attempt, so that only one runs at a time. */
  function restart(): AbortSignal {
    turn.abort()
    for (const each of forget) each()
    forget = []
    turn = new AbortController()
    return turn.signal
  }

  function wait(ms: number, act: () => void): void {
    forget.push(later(ms, act))
  }

  function broken(kind: 'reconnecting' | 'offline', pauseMs: number): void {
    sinceMs ??= now()
    isOffline = kind === 'offline'
    onState({ kind, sinceMs, nextAtMs: now() + pauseMs })
  }

  async function stream(): Promise<void> {
    mode = 'stream'
    const signal = restart()
    let hasHeard = false
    let stillHeard: () => void = () => {}

    const watch = () => {
      stillHeard = later(silenceMs, () => {
        if (!signal.aborted) startPolling()
      })
    }
    const heard = () => {
      if (signal.aborted) return
      stillHeard()
      watch()
      if (hasHeard) return
      hasHeard = true
      inARow = 0
      sinceMs = null
      onState({ kind: 'live' })
    }
    watch()
    forget.push(() => stillHeard())

    try {
      await listen(signal, heard)
      if (signal.aborted) return
      // The service ends each stream after an hour; spread, so that not all return at once.
      if (hasHeard) wait(random() * 1_000, stream)
      else failed(null)
    } catch (error) {
      if (!signal.aborted) failed(error)
    }
  }

  function failed(error: unknown): void {
    failures = [...failures.filter((atMs) => now() - atMs < failuresWithin.ms), now()]
    if (isLasting(error) || failures.length >= failuresWithin.count) {
      startPolling()
      return
    }
    restart()
    const pauseMs = (pausesMs[Math.min(inARow, pausesMs.length - 1)] ?? 0) * (0.8 + 0.4 * random())
    inARow += 1
    broken('reconnecting', pauseMs)
    wait(pauseMs, stream)
  }

  function startPolling(): void {
    mode = 'polling'
    failures = []
    const signal = restart()
    wait(retryStreamMs, stream)
    void pollOnce(signal)
  }

  async function pollOnce(signal: AbortSignal): Promise<void> {
    let pauseMs = pollEveryMs
    try {
      await poll(signal)
      if (signal.aborted) return
      const wasOffline = isOffline
      isOffline = false
      inARow = 0
      sinceMs = null
      onState({ kind: 'polling' })
      // A server that is back has its stream back, too.
      if (wasOffline) {
        void stream()
        return
      }
    } catch (error) {
      if (signal.aborted) return
      pauseMs = pausesMs[Math.min(inARow, pausesMs.length - 1)] ?? pollEveryMs
      inARow += 1
      if (error instanceof AskError && error.code !== 'offline') {
        // The server answers, but with an error; the page shows it in place of the prices.
        pauseMs = Math.max(pollEveryMs, (error.retryAfterSeconds ?? 0) * 1000)
        sinceMs = null
        onState({ kind: 'polling' })
      } else broken('offline', pauseMs)
    }
    wait(pauseMs, () => void pollOnce(signal))
  }

  /** Numbers first, so that the reader sees them before the stream is open. */
  function comeBack(): void {
    const signal = restart()
    mode = 'stream'
    poll(signal)
      .catch(() => {})
      .then(() => {
        if (!signal.aborted) void stream()
      })
  }

  return {
    start: () => {
      onState({ kind: 'connecting' })
      void stream()
    },
    setVisible: (isVisible) => {
      stayHidden()
      if (mode === 'paused' || mode === 'stopped') return
      if (isVisible && mode === 'hidden') comeBack()
      if (!isVisible)
        stayHidden = later(hiddenForMs, () => {
          if (mode === 'paused' || mode === 'stopped') return
          restart()
          mode = 'hidden'
        })
    },
    pause: () => {
      restart()
      mode = 'paused'
      onState({ kind: 'paused' })
    },
    resume: () => {
      if (mode !== 'paused') return
      onState({ kind: 'connecting' })
      comeBack()
    },
    tryNow: () => {
      failures = []
      inARow = 0
      comeBack()
    },
    stop: () => {
      stayHidden()
      restart()
      mode = 'stopped'
    },
  }
}

/** Errors 4xx, which a retry within a minute won't fix. */
const isLasting = (error: unknown): boolean => error instanceof AskError && error.status >= 400 && error.status < 500
