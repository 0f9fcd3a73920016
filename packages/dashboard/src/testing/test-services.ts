import type { FirstAnswer } from '@p2p-rates/contract'
import { createAnswers } from '../api/answers.js'
import { createAsk } from '../api/ask.js'
import { createNumbers } from '../formats/numbers.js'
import { createKeys } from '../keys/keys.js'
import { createLive } from '../live/live.js'
import { createAnnouncer } from '../live/live-region.js'
import { createTicker } from '../live/ticker.js'
import { createRouter } from '../routes/router.js'
import type { Services } from '../services.js'
import { createSettings } from '../settings.js'
import { createSpeech } from '../words/translator.js'
import { allWords } from './all-words.js'

export const testNowMs = Date.parse('2026-11-21T10:05:12.000Z')

const first: FirstAnswer = {
  server_time: new Date(testNowMs).toISOString(),
  version: '1.3.0',
  simulated: false,
  exchanges: {},
  fiat: 'UAH',
  account: null,
  answers: {},
}

export async function testServices(changed: Partial<Services> = {}): Promise<Services> {
  const kept = new Map<string, string>()
  const never = () => () => {}
  const answers = changed.first?.answers ?? {}
  const ask = changed.ask ?? createAsk(() => new Promise(() => {}), answers)
  const clock = { now: () => testNowMs, random: () => 0.5, later: never }
  return {
    ask,
    answers: createAnswers(ask, Date.now),
    // A second one would follow the same links.
    router: changed.router ?? createRouter(window, ({ pathname }) => pathname),
    speech: createSpeech(await allWords('en'), 'en'),
    numbers: createNumbers('en'),
    settings: createSettings(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
    })),
    ticker: createTicker({ document, now: clock.now, every: never }, 0),
    live: createLive(ask, clock, document),
    announcer: createAnnouncer(clock.later),
    keys: createKeys(document, clock.now, true),
    first,
    setLanguage: () => {},
    ...changed,
  }
}
