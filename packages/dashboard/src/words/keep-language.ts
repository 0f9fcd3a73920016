import type { Settings } from '../settings.js'

const yearSeconds = 31_536_000

/** Keeps the chosen language for the pages, and in a cookie for the server, which chooses the guide's language by it. */
export function keepLanguage(language: string, settings: Pick<Settings, 'set'>, page: Pick<Document, 'cookie'>): void {
  settings.set('language', language)
  page.cookie = `p2p-language=${language}; path=/; max-age=${yearSeconds}; samesite=lax`
}
