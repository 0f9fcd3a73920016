import type { FirstAnswer } from '@p2p-rates/contract'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Answers } from './api/answers.js'
import type { Ask } from './api/ask.js'
import type { Numbers } from './formats/numbers.js'
import type { Keys } from './keys/keys.js'
import type { Live } from './live/live.js'
import type { LiveRegion } from './live/live-region.js'
import type { Ticker } from './live/ticker.js'
import type { Router } from './routes/router.js'
import type { Settings } from './settings.js'
import type { Language } from './words/languages.js'
import type { Translator } from './words/translator.js'

export type Services = {
  readonly ask: Ask
  readonly answers: Answers
  readonly router: Router
  readonly speech: Translator
  readonly numbers: Numbers
  readonly settings: Settings
  readonly ticker: Ticker
  readonly live: Live
  readonly announcer: LiveRegion
  readonly keys: Keys
  readonly first: FirstAnswer
  setLanguage(language: Language): void
}

const context = createContext<Services | null>(null)
export const ServicesProvider = context.Provider

export function useServices(): Services {
  const services = useContext(context)
  if (services === null) throw new Error('A part of a page stands outside of the page.')
  return services
}
