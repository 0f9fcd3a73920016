import type { Rates } from '@p2p-rates/contract'

/** What is spoken of prices that change: at most once a minute, several changes as one. */
export type PriceSpeech = {
  /** The newest prices. */
  take(rates: Rates): void
  stop(): void
}

export type PriceSpeechPorts = {
  readonly now: () => number
  readonly later: (ms: number, act: () => void) => () => void
  /** Whether somebody is there, and wants to hear it. */
  readonly isHeard: () => boolean
  readonly say: (before: Rates, now: Rates) => void
}

const pauseMs = 60_000

export function createPriceSpeech({ now, later, isHeard, say }: PriceSpeechPorts): PriceSpeech {
  /** What the listener knows. */
  let told: Rates | null = null
  let newest: Rates | null = null
  let lastMs: number | null = null
  let forget: (() => void) | null = null

  function speak(): void {
    forget = null
    if (told === null || newest === null || !differ(told, newest)) return
    // Who comes back sees what is there, and hears of the next change.
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
