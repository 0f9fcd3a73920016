import type { Rates } from '@p2p-rates/contract'
import { createEventParser } from '@p2p-rates/sdk'
import { ApiError } from '../api/api-error.js'

/** State of the live connection. Times are by the local clock. */
export type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'polling' | 'paused' }
  | { readonly kind: 'reconnecting' | 'offline'; readonly sinceMs: number; readonly nextAtMs: number }

export type ConnectionPorts = {
  /** One connection: gives pieces of news until it ends. Every byte counts as a sign of life. */
  readonly readStream: (signal: AbortSignal, heard: () => void) => Promise<void>
  readonly poll: (signal: AbortSignal) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  /** Calls back once; the returned function forgets it. */
  readonly after: (ms: number, act: () => void) => () => void
  readonly onState: (state: LiveState) => void
}

export type LiveConnection = {
  start(): void
  /** Close the stream after 5 minutes in the background; on return, poll first, then reopen it. */
  setVisible(isVisible: boolean): void
  pause(): void
  resume(): void
  reconnectNow(): void
  disconnect(): void
}

const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000]
const silenceTimeoutMs = 90_000
const pollEveryMs = 60_000
const retryStreamMs = 300_000
const closeHiddenAfterMs = 300_000
const failureLimit = { count: 3, ms: 60_000 }

/** Keeps numbers coming: by the stream, else by asking each minute, with pauses that grow while nothing answers. */
export function createLiveConnection({
  readStream,
  poll,
  now,
  random,
  after,
  onState,
}: ConnectionPorts): LiveConnection {
  let controller = new AbortController()
  let cancelTimers: (() => void)[] = []
  let failures: number[] = []
  let consecutiveFailures = 0
  let mode: 'stopped' | 'stream' | 'polling' | 'paused' | 'hidden' = 'stopped'
  let sinceMs: number | null = null
  let isOffline = false
  let cancelHiddenTimer: () => void = () => {}

  /** Abort the current attempt, so that only one runs at a time. */
  function restart(): AbortSignal {
    controller.abort()
    for (const each of cancelTimers) each()
    cancelTimers = []
    controller = new AbortController()
    return controller.signal
  }

  function schedule(ms: number, act: () => void): void {
    cancelTimers.push(after(ms, act))
  }

  function reportOutage(kind: 'reconnecting' | 'offline', pauseMs: number): void {
    sinceMs ??= now()
    isOffline = kind === 'offline'
    onState({ kind, sinceMs, nextAtMs: now() + pauseMs })
  }

  async function stream(): Promise<void> {
    mode = 'stream'
    const signal = restart()
    let hasReceived = false
    let cancelSilenceTimer: () => void = () => {}

    const startSilenceTimer = () => {
      cancelSilenceTimer = after(silenceTimeoutMs, () => {
        if (!signal.aborted) startPolling()
      })
    }
    const onActivity = () => {
      if (signal.aborted) return
      cancelSilenceTimer()
      startSilenceTimer()
      if (hasReceived) return
      hasReceived = true
      consecutiveFailures = 0
      sinceMs = null
      onState({ kind: 'live' })
    }
    startSilenceTimer()
    cancelTimers.push(() => cancelSilenceTimer())

    try {
      await readStream(signal, onActivity)
      if (signal.aborted) return
      // The service ends each stream after an hour; spread, so that not all return at once.
      if (hasReceived) schedule(random() * 1_000, stream)
      else onStreamFailed(null)
    } catch (error) {
      if (!signal.aborted) onStreamFailed(error)
    }
  }

  function onStreamFailed(error: unknown): void {
    failures = [...failures.filter((atMs) => now() - atMs < failureLimit.ms), now()]
    if (isPermanent(error) || failures.length >= failureLimit.count) {
      startPolling()
      return
    }
    restart()
    const pauseMs =
      (retryDelaysMs[Math.min(consecutiveFailures, retryDelaysMs.length - 1)] ?? 0) * (0.8 + 0.4 * random())
    consecutiveFailures += 1
    reportOutage('reconnecting', pauseMs)
    schedule(pauseMs, stream)
  }

  function startPolling(): void {
    mode = 'polling'
    failures = []
    const signal = restart()
    schedule(retryStreamMs, stream)
    void pollOnce(signal)
  }

  async function pollOnce(signal: AbortSignal): Promise<void> {
    let pauseMs = pollEveryMs
    try {
      await poll(signal)
      if (signal.aborted) return
      const wasOffline = isOffline
      isOffline = false
      consecutiveFailures = 0
      sinceMs = null
      onState({ kind: 'polling' })
      // A server that is back has its stream back, too.
      if (wasOffline) {
        void stream()
        return
      }
    } catch (error) {
      if (signal.aborted) return
      pauseMs = retryDelaysMs[Math.min(consecutiveFailures, retryDelaysMs.length - 1)] ?? pollEveryMs
      consecutiveFailures += 1
      if (error instanceof ApiError && error.code !== 'offline') {
        // The server answers, but with an error; the page shows it in place of the prices.
        pauseMs = Math.max(pollEveryMs, (error.retryAfterSeconds ?? 0) * 1000)
        sinceMs = null
        onState({ kind: 'polling' })
      } else reportOutage('offline', pauseMs)
    }
    schedule(pauseMs, () => void pollOnce(signal))
  }

  /** Numbers first, so that the reader sees them before the stream is open. */
  function pollThenStream(): void {
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
      cancelHiddenTimer()
      if (mode === 'paused' || mode === 'stopped') return
      if (isVisible && mode === 'hidden') pollThenStream()
      if (!isVisible)
        cancelHiddenTimer = after(closeHiddenAfterMs, () => {
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
      pollThenStream()
    },
    reconnectNow: () => {
      failures = []
      consecutiveFailures = 0
      pollThenStream()
    },
    disconnect: () => {
      cancelHiddenTimer()
      restart()
      mode = 'stopped'
    },
  }
}

/** Errors 4xx, which a retry within a minute won't fix. */
const isPermanent = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500

export async function readRatesStream(
  body: ReadableStream<Uint8Array>,
  { onActivity, onRates }: { readonly onActivity: () => void; readonly onRates: (rates: Rates) => void },
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = createEventParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity()
      for (const { type, data } of parser.read(decoder.decode(value, { stream: true })))
        if (type === 'rates') onRates(JSON.parse(data) as Rates)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
