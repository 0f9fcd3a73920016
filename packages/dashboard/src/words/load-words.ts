import type { Dictionary, Plural } from './dictionary.js'
import type { Language } from './languages.js'

type Words = Readonly<Record<string, string | Plural>>

/** Loaders of text files by group, so that pages load only a few of them. */
export type AreaFiles = Readonly<Record<string, () => Promise<unknown>>>

type Common = { readonly words: Words; readonly files: AreaFiles }

const common: Readonly<Record<Language, () => Promise<Common>>> = {
  en: () => import('./common/en.js'),
  uk: () => import('./common/uk.js'),
}

const known: Record<Language, Record<string, string | Plural>> = { en: {}, uk: {} }
const loaded = new Set<string>()

export const hasWords = (language: Language, wanted: readonly string[]): boolean =>
  ['common', ...wanted].every((area) => loaded.has(`${language}/${area}`))

/** The dictionary of a language with the common words and these areas. Later calls add to it. */
export async function loadWords(language: Language, wanted: readonly string[]): Promise<Dictionary> {
  const { words, files } = await common[language]()
  function add(area: string, sentences: Words | undefined): void {
    Object.assign(known[language], sentences)
    loaded.add(`${language}/${area}`)
  }
  add('common', words)
  await Promise.all(
    wanted
      .filter((area) => !hasWords(language, [area]))
      .map(async (area) => {
        const file = (await files[`../${language}/${area}.ts`]?.()) as Readonly<Record<string, Words>> | undefined
        add(area, file?.[area])
      }),
  )
  return known[language] as Dictionary
}
