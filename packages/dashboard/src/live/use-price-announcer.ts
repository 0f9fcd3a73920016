import type { Rates } from '@p2p-rates/contract'
import { useEffect, useState } from 'preact/hooks'
import { loadWithRetry } from '../parts/lazy-part.js'
import { useServices } from '../services-context.js'
import type { PriceAnnouncer } from './price-announcer.js'

/** Announces changes of the best prices. Its code loads after the first paint: the first prices are not announced. */
export function usePriceAnnouncer(rates: Rates | null): void {
  const { liveRegion, settings, translator, numbers } = useServices()
  const [priceAnnouncer, setPriceAnnouncer] = useState<PriceAnnouncer | null>(null)

  useEffect(
    () =>
      loadWithRetry(
        () => import('./price-announcer.js'),
        ({ startPriceAnnouncer }) =>
          setPriceAnnouncer(startPriceAnnouncer({ liveRegion, settings, translator, numbers })),
        () => {},
      ),
    [liveRegion, settings, translator, numbers],
  )

  useEffect(() => () => priceAnnouncer?.cancelPending(), [priceAnnouncer])

  useEffect(() => {
    if (rates !== null) priceAnnouncer?.handleRates(rates)
  }, [rates, priceAnnouncer])
}
