export type Language = 'en' | 'uk'

type Environment = Readonly<Record<string, string | undefined>>

/** The language of `P2P_LANG`, else of the locale for messages; English for any other. */
export function languageOf({ P2P_LANG, LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  const locale = P2P_LANG || LC_ALL || LC_MESSAGES || LANG || ''
  return /^uk(?![a-z])/i.test(locale) ? 'uk' : 'en'
}
