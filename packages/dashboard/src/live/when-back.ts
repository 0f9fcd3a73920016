import type { Live } from './live.js'

/** Acts each time the server is heard again, by its stream or by a poll. */
export function whenBack(live: Pick<Live, 'news' | 'subscribe'>, act: () => void): () => void {
  let wasHeard = false
  return live.subscribe(() => {
    const { kind } = live.news.state
    const isHeard = kind === 'live' || kind === 'polling'
    if (isHeard && !wasHeard) act()
    wasHeard = isHeard
  })
}
