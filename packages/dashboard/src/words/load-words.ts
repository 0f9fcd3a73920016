import type { Dictionary, Plural } from './dictionary.js'
import type { Language } from './languages.js'

type Words = Readonly<Record<string, string | Plural>>

/** Each is a file of its own, so that a reader loads one language, and of it what the pages need. */
const common: Readonly<Record<Language, () => Promise<{ readonly words: Words }>>> = {
  en: () => import('./common/en.js'),
  uk: () => import('./common/uk.js'),
}
const files = import.meta.glob<Readonly<Record<string, Words>>>(['./{en,uk}/*.ts', '!./*/{frame,market,quote}.ts'])

/** Areas of sentences beside the common ones, by the names of their files. */
export const areas: readonly string[] = Object.keys(files).flatMap((path) => /^\.\/en\/(.+)\.ts$/.exec(path)?.[1] ?? [])

const known: Record<Language, Record<string, string | Plural>> = { en: {}, uk: {} }
const loaded = new Set<string>()

/** Whether the sentences of these areas are there. */
export const hasWords = (language: Language, wanted: readonly string[]): boolean =>
  ['common', ...wanted].every((area) => loaded.has(`${language}/${area}`))

/** The dictionary of a language with at least these areas. It grows: what is loaded later is in it, too. */
export async function loadWords(language: Language, wanted: readonly string[] = areas): Promise<Dictionary> {
  const missing = ['common', ...wanted].filter((area) => !loaded.has(`${language}/${area}`))
  await Promise.all(
    missing.map(async (area) => {
      Object.assign(known[language], await wordsOf(language, area))
      loaded.add(`${language}/${area}`)
    }),
  )
  return known[language] as Dictionary
}

async function wordsOf(language: Language, area: string): Promise<Words> {
  if (area === 'common') return (await common[language]()).words
  return (await files[`./${language}/${area}.ts`]?.())?.[area] ?? {}
}
