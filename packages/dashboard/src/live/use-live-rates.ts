import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import type { LiveRates } from './live-rates-store.js'

export function useLiveRates(): LiveRates {
  const { live } = useServices()
  const [rates, setRates] = useState(live.current)
  useEffect(() => {
    setRates(live.current)
    return live.subscribe(() => setRates(live.current))
  }, [live])
  return rates
}

/** The live prices of a page's currency. A page without this call follows none. */
export function useRates(fiat: string): LiveRates {
  const { live } = useServices()
  // Before anything is drawn, so that the first drawing has the prices that the page has brought.
  if (live.current.fiat !== fiat) live.setFiat(fiat)
  useEffect(() => () => live.setFiat(null), [live])
  const current = useLiveRates()
  return current.fiat === fiat ? current : live.current
}
