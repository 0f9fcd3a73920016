import type { Language, Page } from '../../../tools/guide/guide.js'
import { addressOf } from '../../../tools/guide/links.js'
import type { Entry } from '../src/docs/entry.js'
import { chaptersOf } from './chapters.js'
import { listedFor } from './guide-nav.js'

/** Characters indexed per chapter, because the topic comes early in the text. */
const longest = 245

export function searchIndex(language: Language, guide: readonly Page[]): readonly Entry[] {
  const pages = listedFor(language, guide).flatMap(
    (listed) => guide.find((page) => page.slug === listed.slug && page.language === listed.language) ?? [],
  )
  return pages.flatMap((page) =>
    chaptersOf(`${page.body}\n${page.further}`).map(({ title, anchor, text }): Entry => {
      const address = anchor === '' ? addressOf(page) : `${addressOf(page)}#${anchor}`
      return [address, page.title, title, (anchor === '' ? `${page.summary} ${text}` : text).slice(0, longest)]
    }),
  )
}
