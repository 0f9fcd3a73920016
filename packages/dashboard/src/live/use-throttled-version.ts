import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'

const throttleMs = 15_000

/** Version throttled to one change per 15 seconds, so that queries don't refetch with each price. */
export function useThrottledVersion(version: number): number {
  const { ticker } = useServices()
  const [throttled, setThrottled] = useState(version)
  const newest = useRef(version)
  newest.current = version
  const changedAtMs = useRef(ticker.now())
  useEffect(
    () =>
      ticker.subscribe(() => {
        if (ticker.now() - changedAtMs.current < throttleMs) return
        changedAtMs.current = ticker.now()
        setThrottled(newest.current)
      }),
    [ticker],
  )
  return throttled
}
