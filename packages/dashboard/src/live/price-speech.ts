import type { Rates } from '@p2p-rates/contract'

/** Announcements of price changes to screen readers, at most one a minute, several changes as one. */
export type PriceSpeech = {
  take(rates: Rates): void
  stop(): void
}

export type PriceSpeechPorts = {
  readonly now: () => number
  readonly later: (ms: number, act: () => void) => () => void
  /** False if the user is away or has announcements off. */
  readonly isHeard: () => boolean
  readonly say: (before: Rates, now: Rates) => void
}

const pauseMs = 60_000

export function createPriceSpeech({ now, later, isHeard, say }: PriceSpeechPorts): PriceSpeech {
  let told: Rates | null = null
  let newest: Rates | null = null
  let lastMs: number | null = null
  let forget: (() => void) | null = null

  function speak(): void {
    forget = null
    if (told === null || newest === null || !differ(told, newest)) return
    // A returning user sees the current prices, so announce only later changes.
    if (isHeard()) {
      say(told, newest)
      lastMs = now()
    }
    told = newest
  }

  return {
    take: (rates) => {
      newest = rates
      if (told === null || told.fiat !== rates.fiat) {
        told = rates
        return
      }
      if (forget !== null) return
      const waitMs = lastMs === null ? 0 : lastMs + pauseMs - now()
      if (waitMs <= 0) speak()
      else forget = later(waitMs, speak)
    },
    stop: () => {
      forget?.()
      forget = null
    },
  }
}

const differ = (a: Rates, b: Rates): boolean =>
  a.best_buy.price !== b.best_buy.price || a.best_sell.price !== b.best_sell.price
