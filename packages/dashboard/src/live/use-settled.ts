import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services.js'

const restMs = 15_000

/** Version throttled to one change per 15 seconds, so that queries don't refetch with each price. */
export function useSettled(version: number): number {
  const { ticker } = useServices()
  const [calm, setCalm] = useState(version)
  const newest = useRef(version)
  newest.current = version
  const atMs = useRef(ticker.now())
  useEffect(
    () =>
      ticker.subscribe(() => {
        if (ticker.now() - atMs.current < restMs) return
        atMs.current = ticker.now()
        setCalm(newest.current)
      }),
    [ticker],
  )
  return calm
}
