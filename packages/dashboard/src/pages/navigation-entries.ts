import { chooseLanguage, type Language } from '../words/languages.js'
import { pages } from './all-pages.js'
import type { Page, Section } from './define-page.js'

/** Navigation entry. The page is null for the guide, which consists of static files outside the application. */
export type NavigationEntry = { readonly page: Page | null; readonly section: Section; readonly address: string }

export function navigationEntriesFor(lang: string, hasAccount: boolean): readonly NavigationEntry[] {
  const guide = { page: null, section: guideSection, address: guideStarts[chooseLanguage(lang)] }
  return [...entriesOf(false), guide, ...(hasAccount ? entriesOf(true) : [])]
}

const entriesOf = (needsAccount: boolean): readonly NavigationEntry[] =>
  pages.flatMap((page) =>
    page.section === undefined || (page.needsAccount === true) !== needsAccount
      ? []
      : [{ page, section: page.section, address: page.route.print({}) }],
  )

const guideSection: Section = { word: 'nav.docs', icon: 'ads', key: 'd', isUnderMore: true }

export const guideStarts: Readonly<Record<Language, string>> = { en: '/docs/quick-start', uk: '/docs/uk/quick-start' }
