import type { Rates } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import type { Services } from '../services-context.js'
import { createPriceAnnouncer, type PriceAnnouncer } from './price-announcer.js'

export function startPriceAnnouncer({
  liveRegion,
  settings,
  translator,
  numbers,
}: Pick<Services, 'liveRegion' | 'settings' | 'translator' | 'numbers'>): PriceAnnouncer {
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
