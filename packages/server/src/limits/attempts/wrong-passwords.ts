import { LRUCache } from 'lru-cache'
import type { Clock } from '../../time/clock.js'
import {
  admit,
  createSlidingWindow,
  remaining,
  type SlidingWindow,
  secondsUntilReset,
  takeBack,
} from '../sliding-window.js'

/** How many wrong passwords are heard from a network, and for an e-mail address, whether or not we know it. */
export interface WrongPasswords {
  /** Counts as wrong from the start, so that guesses at once are counted, too. It is never rejected. */
  begin(network: string, email: string): Hearing | Promise<Hearing>
}

export type Hearing = { wasRight(): void } | { readonly waitSeconds: number }

export type WrongPasswordsSize = { readonly perNetwork: number; readonly perEmail: number; readonly spanMs: number }

/** Counts what this server hears. */
export function createWrongPasswords(ports: WrongPasswordsSize & { readonly clock: Clock }) {
  const { clock, perNetwork, perEmail, spanMs } = ports
  const networks = createWindows(perNetwork, spanMs)
  const emails = createWindows(perEmail, spanMs)
  return {
    begin: (network: string, email: string): Hearing => {
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

/** Beyond the table the longest idle are forgotten. */
function createWindows(most: number, spanMs: number) {
  const known = new LRUCache<string, SlidingWindow>({ max: 20_000 })
  return {
    of: (name: string) => {
      const window = known.get(name) ?? createSlidingWindow(spanMs)
      known.set(name, window)
      return { window, most }
    },
  }
}
