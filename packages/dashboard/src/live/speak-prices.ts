import type { Rates } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/names.js'
import type { Services } from '../services.js'
import { createPriceSpeech, type PriceSpeech } from './price-speech.js'

export function speakPrices({
  announcer,
  settings,
  speech,
  numbers,
}: Pick<Services, 'announcer' | 'settings' | 'speech' | 'numbers'>): PriceSpeech {
  const words = (side: 'buy' | 'sell', before: Rates, now: Rates): string => {
    const [old, { price, exchange }] = [before[`best_${side}`].price, now[`best_${side}`]]
    if (price === old) return ''
    const decimals = decimalsOf([old, price], now.fiat)
    const prefix = side === 'buy' ? 'price.say' : 'price.say_sell'
    return speech.t(`${prefix}_${price < old ? 'lower' : 'higher'}`, {
      price: numbers.price(price, decimals),
      exchange: exchangeName(exchange),
      change: numbers.price(Number(Math.abs(price - old).toFixed(decimals)), decimals),
    })
  }
  return createPriceSpeech({
    now: () => Date.now(),
    later: (ms, act) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    isHeard: () => settings.get('announce') === 'on' && document.visibilityState !== 'hidden',
    say: (before, now) => announcer.say(`${words('buy', before, now)} ${words('sell', before, now)}`.trim()),
  })
}
