import './styles/patterns.css'
import type { BootstrapData } from '@p2p-rates/contract'
import { render } from 'preact'
import { createApiClient } from './api/api-client.js'
import { createQueryCache } from './api/query-cache.js'
import { App, loadPage, pageKeyOf, pageOf } from './app.js'
import { bootstrapData } from './bootstrap-data.js'
import { createNumbers } from './formats/numbers.js'
import { createShortcutRegistry } from './keys/shortcut-registry.js'
import { createLiveRatesStore } from './live/live-rates-store.js'
import { createLiveRegion } from './live/live-region.js'
import { onReconnect } from './live/on-reconnect.js'
import { createServerClock } from './live/server-clock.js'
import { createRouter } from './routes/router.js'
import { ServicesProvider } from './services-context.js'
import { createSettings, storageKey } from './settings.js'
import { keepLanguage } from './words/keep-language.js'
import { chooseLanguage, type Language } from './words/languages.js'
import { loadWords } from './words/load-words.js'
import { createTranslator } from './words/translator.js'
import './styles/tokens.css'
import './styles/base.css'
import './parts/frame.css'
import './parts/icon.css'

const place = document.getElementById('app')

async function start(bootstrap: BootstrapData, place: HTMLElement): Promise<void> {
  const settings = createSettings(() => localStorage)
  const router = createRouter(window, pageKeyOf, (url) => pageOf(url)?.hasSecret === true)
  // Rules and alerts are computed for a usual caller, and so are their previews on the developer's pages.
  const aboutMe = () => (router.url.pathname.startsWith('/dev') ? '' : settings.get('me'))
  const api = createApiClient((...request) => fetch(...request), bootstrap.answers, aboutMe)
  const clock = {
    now: () => Date.now(),
    random: () => Math.random(),
    after: (ms: number, act: () => void) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
  }
  const every = (ms: number, act: () => void) => {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  }
  const queryCache = createQueryCache(api, clock.now)
  const live = createLiveRatesStore(api, clock, document)
  onReconnect(live, queryCache.refetchFailed)
  const services = {
    api,
    queryCache,
    router,
    settings,
    bootstrap,
    serverClock: createServerClock({ document, now: clock.now, every }, Date.parse(bootstrap.server_time) - Date.now()),
    live,
    liveRegion: createLiveRegion(clock.after),
    shortcutRegistry: createShortcutRegistry(document, clock.now, settings.get('keys') === 'on'),
  }

  async function draw(language: Language): Promise<void> {
    const page = pageOf(router.url)
    // Load words and page together, so that the first render is complete. Failures show in place.
    const [words] = await Promise.all([
      loadWords(language, page?.words ?? []),
      page && loadPage(page, language).catch(() => {}),
    ])
    const translator = createTranslator(words, language)
    document.documentElement.lang = language
    render(
      <ServicesProvider
        value={{
          ...services,
          ...translator,
          translator,
          numbers: createNumbers(language),
          setLanguage: (next) => {
            keepLanguage(next, settings, document)
            void draw(next)
          },
          setAboutMe: (text) => {
            settings.set('me', text)
            live.setFiat(null)
            void draw(language)
          },
        }}
      >
        <App />
      </ServicesProvider>,
      place,
    )
  }

  // If another tab logs out, this one shows no account either.
  if (bootstrap.account !== null)
    addEventListener('storage', ({ key, newValue }) => {
      if (key === storageKey('member') && newValue === '') location.reload()
    })
  // Pages of the guide ask for the account only after a page with a session, so that visitors cause no refusals.
  settings.set('member', bootstrap.account === null ? '' : 'yes')
  const language = chooseLanguage(settings.get('language'), document.documentElement.lang)
  if (settings.get('language') !== '') keepLanguage(language, settings, document)
  await draw(language)
}

if (bootstrapData !== null && place !== null) void start(bootstrapData, place)
