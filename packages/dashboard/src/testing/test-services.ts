import type { BootstrapData } from '@p2p-rates/contract'
import { type ApiClient, createApiClient } from '../api/api-client.js'
import { createQueryCache } from '../api/query-cache.js'
import { createNumbers } from '../formats/numbers.js'
import { createShortcutRegistry } from '../keys/shortcut-registry.js'
import { createLiveRatesStore } from '../live/live-rates-store.js'
import { createLiveRegion } from '../live/live-region.js'
import { createServerClock } from '../live/server-clock.js'
import { createRouter } from '../routes/router.js'
import type { Services } from '../services-context.js'
import { createSettings } from '../settings.js'
import { createTranslator } from '../words/translator.js'
import { allWords } from './all-words.js'

export const testNowMs = Date.parse('2026-11-21T10:05:12.000Z')

const testBootstrap: BootstrapData = {
  server_time: new Date(testNowMs).toISOString(),
  version: '1.3.0',
  simulated: false,
  exchanges: {},
  fiat: 'UAH',
  account: null,
  answers: {},
}

/** An API whose answers come from one function. */
export const apiOf = (request: (...given: never[]) => Promise<unknown>): ApiClient => ({
  ...createApiClient(() => new Promise(() => {}), {}),
  request: request as ApiClient['request'],
})

export async function testServices(changed: Partial<Services> = {}): Promise<Services> {
  const kept = new Map<string, string>()
  const never = () => () => {}
  const answers = changed.bootstrap?.answers ?? {}
  const api = changed.api ?? createApiClient(() => new Promise(() => {}), answers)
  const clock = { now: () => testNowMs, random: () => 0.5, after: never }
  const translator = changed.translator ?? createTranslator(await allWords('en'), 'en')
  return {
    ...translator,
    translator,
    api,
    queryCache: createQueryCache(api, Date.now),
    // A second one would follow the same links.
    router: changed.router ?? createRouter(window, ({ pathname }) => pathname),
    numbers: createNumbers('en'),
    settings: createSettings(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
    })),
    serverClock: createServerClock({ document, now: clock.now, every: never }, 0),
    live: createLiveRatesStore(api, clock, document),
    liveRegion: createLiveRegion(clock.after),
    shortcutRegistry: createShortcutRegistry(document, clock.now, true),
    bootstrap: testBootstrap,
    setLanguage: () => {},
    setAboutMe: () => {},
    ...changed,
  }
}
