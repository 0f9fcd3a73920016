import type { Live } from './live.js'

/** Call `act` each time the server is reachable again, by stream or poll. */
export function whenBack(live: Pick<Live, 'news' | 'subscribe'>, act: () => void): () => void {
  let wasHeard = false
  return live.subscribe(() => {
    const { kind } = live.news.state
    const isHeard = kind === 'live' || kind === 'polling'
    if (isHeard && !wasHeard) act()
    wasHeard = isHeard
  })
}
