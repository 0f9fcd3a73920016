import { chooseLanguage, type Language } from '../words/languages.js'
import { pages } from './all.js'
import type { Page, Section } from './page.js'

/** Navigation entry. The page is null for the guide, which consists of static files outside the application. */
export type Entry = { readonly page: Page | null; readonly section: Section; readonly address: string }

export function sectionsFor(lang: string, hasAccount: boolean): readonly Entry[] {
  const guide = { page: null, section: guideSection, address: guideStarts[chooseLanguage(lang)] }
  return [...entriesOf(false), guide, ...(hasAccount ? entriesOf(true) : [])]
}

const entriesOf = (needsAccount: boolean): readonly Entry[] =>
  pages.flatMap((page) =>
    page.section === undefined || (page.needsAccount === true) !== needsAccount
      ? []
      : [{ page, section: page.section, address: page.route.print({}) }],
  )

const guideSection: Section = { word: 'nav.docs', icon: 'ads', key: 'd', isUnderMore: true }

export const guideStarts: Readonly<Record<Language, string>> = {
  en: '/docs/quick-start',
  uk: '/docs/uk/quick-start',
}
