import type { Language, Page } from '../../../tools/guide/guide.js'
import { addressOf } from '../../../tools/guide/links.js'
import type { SearchEntry } from '../src/docs/find-search-entries.js'
import { listedFor } from './guide-nav.js'
import { splitIntoChapters } from './split-into-chapters.js'

/** Characters indexed per chapter, because the topic comes early in the text. */
const longest = 245

export function searchIndex(language: Language, guide: readonly Page[]): readonly SearchEntry[] {
  const pages = listedFor(language, guide).flatMap(
    (listed) => guide.find((page) => page.slug === listed.slug && page.language === listed.language) ?? [],
  )
  return pages.flatMap((page) =>
    splitIntoChapters(`${page.body}\n${page.further}`).map(({ title, anchor, text }): SearchEntry => {
      const address = anchor === '' ? addressOf(page) : `${addressOf(page)}#${anchor}`
      return [address, page.title, title, (anchor === '' ? `${page.summary} ${text}` : text).slice(0, longest)]
    }),
  )
}
