import { useEffect, useRef, useState } from 'preact/hooks'
import { useServices } from '../services-context.js'

const throttleMs = 15_000

/** Version throttled to one change per 15 seconds, so that queries don't refetch with each price. */
export function useThrottledVersion(version: number): number {
  const { serverClock } = useServices()
  const [throttled, setThrottled] = useState(version)
  const newest = useRef(version)
  newest.current = version
  const changedAtMs = useRef(serverClock.now())
  useEffect(
    () =>
      serverClock.subscribe(() => {
        if (serverClock.now() - changedAtMs.current < throttleMs) return
        changedAtMs.current = serverClock.now()
        setThrottled(newest.current)
      }),
    [serverClock],
  )
  return throttled
}
