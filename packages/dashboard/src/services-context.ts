import type { BootstrapData } from '@p2p-rates/contract'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ApiClient } from './api/api-client.js'
import type { QueryCache } from './api/query-cache.js'
import type { Numbers } from './formats/numbers.js'
import type { ShortcutRegistry } from './keys/shortcut-registry.js'
import type { LiveRatesStore } from './live/live-rates-store.js'
import type { LiveRegion } from './live/live-region.js'
import type { ServerClock } from './live/server-clock.js'
import type { Router } from './routes/router.js'
import type { Settings } from './settings.js'
import type { Language } from './words/languages.js'
import type { Translator } from './words/translator.js'

/** Services of all components, with the sentences of the language in use. */
export type Services = Translator & {
  readonly api: ApiClient
  readonly queryCache: QueryCache
  readonly router: Router
  readonly translator: Translator
  readonly numbers: Numbers
  readonly settings: Settings
  readonly serverClock: ServerClock
  readonly live: LiveRatesStore
  readonly liveRegion: LiveRegion
  readonly shortcutRegistry: ShortcutRegistry
  readonly bootstrap: BootstrapData
  setLanguage(language: Language): void
  /** Keeps the parameters about the user, and asks for the shown prices again. */
  setAboutMe(text: string): void
}

const context = createContext<Services | null>(null)
export const ServicesProvider = context.Provider

export function useServices(): Services {
  const services = useContext(context)
  if (services === null) throw new Error('A part of a page stands outside of the page.')
  return services
}
