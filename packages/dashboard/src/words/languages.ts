export const languages = ['en', 'uk'] as const
export type Language = (typeof languages)[number]

/** Language names stand in their own language, whatever the page speaks. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', uk: 'Українська' }

/** The first one that is wanted and known: the reader's last choice, then what the server has found out. */
export const chooseLanguage = (...wanted: readonly (string | null | undefined)[]): Language =>
  wanted.map((one) => languages.find((known) => one?.toLowerCase().split('-')[0] === known)).find(Boolean) ?? 'en'
