/** Shared timer of a page: notifies every second while the page is visible. */
export type ServerClock = {
  /** Now by the server's clock. */
  now(): number
  subscribe(told: () => void): () => void
  stopTicking(): void
}

export type ServerClockPorts = {
  readonly document: Document
  readonly now: () => number
  readonly every: (ms: number, act: () => void) => () => void
}

/** `aheadMs`: how far the server's clock is ahead of this one. */
export function createServerClock({ document, now, every }: ServerClockPorts, aheadMs: number): ServerClock {
  const listeners = new Set<() => void>()
  let cancelTimer: (() => void) | null = null

  const notify = () => {
    for (const listener of listeners) listener()
  }

  function updateTimer(): void {
    const isNeeded = listeners.size > 0 && document.visibilityState !== 'hidden'
    if (isNeeded && cancelTimer === null) cancelTimer = every(1_000, notify)
    if (!isNeeded) {
      cancelTimer?.()
      cancelTimer = null
    }
  }

  function onVisible(): void {
    updateTimer()
    if (document.visibilityState !== 'hidden') notify()
  }

  document.addEventListener('visibilitychange', onVisible)

  return {
    now: () => now() + aheadMs,
    subscribe: (listener) => {
      listeners.add(listener)
      updateTimer()
      return () => {
        listeners.delete(listener)
        updateTimer()
      }
    },
    stopTicking: () => {
      cancelTimer?.()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}
