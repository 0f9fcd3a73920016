import type { LiveRatesStore } from './live-rates-store.js'

/** Call `act` each time the server is reachable again, by stream or poll. */
export function onReconnect(live: Pick<LiveRatesStore, 'current' | 'subscribe'>, act: () => void): () => void {
  let wasConnected = false
  return live.subscribe(() => {
    const { kind } = live.current.state
    const isConnected = kind === 'live' || kind === 'polling'
    if (isConnected && !wasConnected) act()
    wasConnected = isConnected
  })
}
