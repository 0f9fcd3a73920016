import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../services.js'
import type { LiveRates } from './live.js'

export function useLiveRates(): LiveRates {
  const { live } = useServices()
  const [news, setNews] = useState(live.news)
  useEffect(() => {
    setNews(live.news)
    return live.subscribe(() => setNews(live.news))
  }, [live])
  return news
}

/** The live prices of a page's currency. A page without this call follows none. */
export function useRates(fiat: string): LiveRates {
  const { live } = useServices()
  // Before anything is drawn, so that the first drawing has the prices that the page has brought.
  if (live.news.fiat !== fiat) live.follow(fiat)
  useEffect(() => () => live.follow(null), [live])
  const news = useLiveRates()
  return news.fiat === fiat ? news : live.news
}
