import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.js'
import {
  admit,
  createSlidingWindow,
  remaining,
  type SlidingWindow,
  secondsUntilReset,
  takeBack,
} from './sliding-window.js'

const spanMs = 15 * 60_000

/** Within a quarter of an hour ten wrong passwords are heard from a network, and five for an e-mail address, whether or not we know it. */
export function createWrongPasswords({ clock, perNetwork = 10, perEmail = 5 }: WrongPasswordPorts) {
  const networks = createWindows(perNetwork)
  const emails = createWindows(perEmail)
  return {
    begin: (network: string, email: string) => {
      const nowMs = clock.monoMs()
      const counted = [networks.of(network), emails.of(email)]
      const waits = counted.map(({ window, most }) =>
        remaining(window, most, nowMs) > 0 ? 0 : secondsUntilReset(window, most, nowMs),
      )
      const waitSeconds = Math.max(...waits)
      if (waitSeconds > 0) return { waitSeconds }
      for (const { window, most } of counted) admit(window, most, nowMs)
      return {
        wasRight: () => {
          for (const { window } of counted) takeBack(window, nowMs)
        },
      }
    },
  }
}

type WrongPasswordPorts = { readonly clock: Clock; readonly perNetwork?: number; readonly perEmail?: number }

/** Beyond the table the longest idle are forgotten. */
function createWindows(most: number) {
  const known = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    of: (name: string) => {
      const window = known.get(name) ?? createSlidingWindow(spanMs)
      known.set(name, window)
      return { window, most }
    },
  }
}
