import type { Dictionary } from '../words/dictionary.js'
import type { Language } from '../words/languages.js'
import { loadWords } from '../words/load-words.js'

export const areas: readonly string[] = Object.keys(
  import.meta.glob(['../words/en/*.ts', '!../words/en/{frame,market,quote}.ts']),
).flatMap((path) => /([^/]+)\.ts$/.exec(path)?.[1] ?? [])

export const allWords = (language: Language): Promise<Dictionary> => loadWords(language, areas)
