import type { Rates } from '@p2p-rates/contract'
import { useEffect, useRef } from 'preact/hooks'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/names.js'
import { useServices } from '../services.js'
import { createPriceSpeech, type PriceSpeech } from './price-speech.js'

/** Tells who does not look when the best prices change, unless the reader has turned it off. */
export function usePriceSpeech(rates: Rates | null): void {
  const { announcer, settings, speech, numbers } = useServices()
  const spoken = useRef<PriceSpeech | null>(null)

  useEffect(() => {
    const words = (side: 'buy' | 'sell', before: Rates, now: Rates): string => {
      const [old, { price, exchange }] = [before[`best_${side}`].price, now[`best_${side}`]]
      if (price === old) return ''
      const decimals = decimalsOf([old, price], now.fiat)
      const prefix = side === 'buy' ? 'price.say' : 'price.say_sell'
      return speech.say(`${prefix}_${price < old ? 'lower' : 'higher'}`, {
        price: numbers.price(price, decimals),
        exchange: exchangeName(exchange),
        change: numbers.price(Number(Math.abs(price - old).toFixed(decimals)), decimals),
      })
    }
    const one = createPriceSpeech({
      now: () => Date.now(),
      later: (ms, act) => {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      isHeard: () => settings.get('announce') === 'on' && document.visibilityState !== 'hidden',
      say: (before, now) => announcer.say(`${words('buy', before, now)} ${words('sell', before, now)}`.trim()),
    })
    spoken.current = one
    return () => one.stop()
  }, [announcer, settings, speech, numbers])

  useEffect(() => {
    if (rates !== null) spoken.current?.take(rates)
  }, [rates, speech])
}
