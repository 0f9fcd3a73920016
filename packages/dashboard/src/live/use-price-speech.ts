import type { Rates } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { loadUntilThere } from '../parts/lazy-part.js'
import { useServices } from '../services.js'
import type { PriceSpeech } from './price-speech.js'

/** Announces changes of the best prices. Its code loads after the first paint: the first prices are not announced. */
export function usePriceSpeech(rates: Rates | null): void {
  const { announcer, settings, speech, numbers } = useServices()
  const [spoken, setSpoken] = useState<PriceSpeech | null>(null)

  useEffect(
    () =>
      loadUntilThere(
        () => import('./speak-prices.js'),
        ({ speakPrices }) => setSpoken(speakPrices({ announcer, settings, speech, numbers })),
        () => {},
      ),
    [announcer, settings, speech, numbers],
  )

  useEffect(() => () => spoken?.stop(), [spoken])

  useEffect(() => {
    if (rates !== null) spoken?.take(rates)
  }, [rates, spoken])
}
