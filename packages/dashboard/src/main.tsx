import type { FirstAnswer } from '@p2p-rates/contract'
import { render } from 'preact'
import { createAnswers } from './api/answers.js'
import { createAsk } from './api/ask.js'
import { App, loadPage, pageOf, placeAt } from './app.js'
import { bootstrapData } from './bootstrap-data.js'
import { createNumbers } from './formats/numbers.js'
import { createKeys } from './keys/keys.js'
import { createLive } from './live/live.js'
import { createAnnouncer } from './live/live-region.js'
import { createTicker } from './live/ticker.js'
import { whenBack } from './live/when-back.js'
import { createRouter } from './routes/router.js'
import { ServicesProvider } from './services.js'
import { createSettings } from './settings.js'
import { keepLanguage } from './words/keep-language.js'
import { chooseLanguage, type Language } from './words/languages.js'
import { loadWords } from './words/load-words.js'
import { createSpeech } from './words/translator.js'
import './styles/tokens.css'
import './styles/base.css'
import './parts/frame.css'
import './parts/icon.css'

const place = document.getElementById('app')

async function start(first: FirstAnswer, place: HTMLElement): Promise<void> {
  const settings = createSettings(() => localStorage)
  const router = createRouter(window, placeAt, (url) => pageOf(url)?.hasSecret === true)
  const ask = createAsk((...request) => fetch(...request), first.answers)
  const clock = {
    now: () => Date.now(),
    random: () => Math.random(),
    later: (ms: number, act: () => void) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  }
  const every = (ms: number, act: () => void) => {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  }
  const answers = createAnswers(ask, clock.now)
  const live = createLive(ask, clock, document)
  whenBack(live, answers.askFailed)
  const services = {
    ask,
    answers,
    router,
    settings,
    first,
    ticker: createTicker({ document, now: clock.now, every }, Date.parse(first.server_time) - Date.now()),
    live,
    announcer: createAnnouncer(clock.later),
    keys: createKeys(document, clock.now, settings.get('keys') === 'on'),
  }

  async function draw(language: Language): Promise<void> {
    const page = pageOf(router.url)
    // Load words and page together, so that the first render is complete. Failures show in place.
    const [words] = await Promise.all([
      loadWords(language, page?.words ?? []),
      page && loadPage(page, language).catch(() => {}),
    ])
    const speech = createSpeech(words, language)
    document.documentElement.lang = language
    render(
      <ServicesProvider
        value={{
          ...services,
          speech,
          numbers: createNumbers(language),
          setLanguage: (next) => {
            keepLanguage(next, settings, document)
            void draw(next)
          },
        }}
      >
        <App />
      </ServicesProvider>,
      place,
    )
  }

  // Pages of the guide ask for the account only after a page with a session, so that visitors cause no refusals.
  settings.set('member', first.account === null ? '' : 'yes')
  const language = chooseLanguage(settings.get('language'), document.documentElement.lang)
  if (settings.get('language') !== '') keepLanguage(language, settings, document)
  await draw(language)
}

if (bootstrapData !== null && place !== null) void start(bootstrapData, place)
