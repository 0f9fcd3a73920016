/** Shared timer of a page: notifies every second while the page is visible. */
export type Ticker = {
  /** Now by the server's clock. */
  now(): number
  subscribe(told: () => void): () => void
  stop(): void
}

export type TickerPorts = {
  readonly document: Document
  readonly now: () => number
  readonly every: (ms: number, act: () => void) => () => void
}

/** `aheadMs`: how far the server's clock is ahead of this one. */
export function createTicker({ document, now, every }: TickerPorts, aheadMs: number): Ticker {
  const listeners = new Set<() => void>()
  let forget: (() => void) | null = null

  const tell = () => {
    for (const told of listeners) told()
  }

  function follow(): void {
    const isNeeded = listeners.size > 0 && document.visibilityState !== 'hidden'
    if (isNeeded && forget === null) forget = every(1_000, tell)
    if (!isNeeded) {
      forget?.()
      forget = null
    }
  }

  function onVisible(): void {
    follow()
    if (document.visibilityState !== 'hidden') tell()
  }

  document.addEventListener('visibilitychange', onVisible)

  return {
    now: () => now() + aheadMs,
    subscribe: (told) => {
      listeners.add(told)
      follow()
      return () => {
        listeners.delete(told)
        follow()
      }
    },
    stop: () => {
      forget?.()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}
