import type { Rates } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import type { Services } from '../services-context.js'

/** Announcements of price changes to screen readers, at most one a minute, several changes as one. */
export type PriceAnnouncer = {
  handleRates(rates: Rates): void
  cancelPending(): void
}

export type PriceAnnouncerPorts = {
  readonly now: () => number
  readonly after: (ms: number, act: () => void) => () => void
  /** False if the user is away or has announcements off. */
  readonly isEnabled: () => boolean
  readonly announceChange: (before: Rates, now: Rates) => void
}

const pauseMs = 60_000

export function createPriceAnnouncer({ now, after, isEnabled, announceChange }: PriceAnnouncerPorts): PriceAnnouncer {
  let lastAnnounced: Rates | null = null
  let newest: Rates | null = null
  let lastMs: number | null = null
  let cancelTimer: (() => void) | null = null

  function announceNow(): void {
    cancelTimer = null
    if (lastAnnounced === null || newest === null || !differ(lastAnnounced, newest)) return
    // A returning user sees the current prices, so announce only later changes.
    if (isEnabled()) {
      announceChange(lastAnnounced, newest)
      lastMs = now()
    }
    lastAnnounced = newest
  }

  return {
    handleRates: (rates) => {
      newest = rates
      if (lastAnnounced === null || lastAnnounced.fiat !== rates.fiat) {
        lastAnnounced = rates
        return
      }
      if (cancelTimer !== null) return
      const waitMs = lastMs === null ? 0 : lastMs + pauseMs - now()
      if (waitMs <= 0) announceNow()
      else cancelTimer = after(waitMs, announceNow)
    },
    cancelPending: () => {
      cancelTimer?.()
      cancelTimer = null
    },
  }
}

const differ = (a: Rates, b: Rates): boolean =>
  a.best_buy.price !== b.best_buy.price || a.best_sell.price !== b.best_sell.price

type Used = Pick<Services, 'liveRegion' | 'settings' | 'translator' | 'numbers'>

export function startPriceAnnouncer({ liveRegion, settings, translator, numbers }: Used): PriceAnnouncer {
  const sentence = (side: 'buy' | 'sell', before: Rates, now: Rates): string => {
    const [old, { price, exchange }] = [before[`best_${side}`].price, now[`best_${side}`]]
    if (price === old) return ''
    const decimals = decimalsOf([old, price], now.fiat)
    const prefix = side === 'buy' ? 'price.say' : 'price.say_sell'
    return translator.t(`${prefix}_${price < old ? 'lower' : 'higher'}`, {
      price: numbers.price(price, decimals),
      exchange: exchangeName(exchange),
      change: numbers.price(Number(Math.abs(price - old).toFixed(decimals)), decimals),
    })
  }
  return createPriceAnnouncer({
    now: () => Date.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    isEnabled: () => settings.get('announce') === 'on' && document.visibilityState !== 'hidden',
    announceChange: (before, now) =>
      liveRegion.announce(`${sentence('buy', before, now)} ${sentence('sell', before, now)}`.trim()),
  })
}
