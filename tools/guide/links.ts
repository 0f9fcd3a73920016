import { dirname, join, normalize } from 'node:path'
import type { Page } from './guide.js'

export const appPages: readonly string[] = [
  '/dev',
  '/dev/keys',
  '/dev/usage',
  '/dev/webhooks',
  '/dev/rules',
  '/dev/boards',
  '/status',
]

export const addressOf = ({ slug, language }: Pick<Page, 'slug' | 'language'>): string =>
  language === 'en' ? `/docs/${slug}` : `/docs/${language}/${slug}`

/** Returns the target of a link on a server; null if only the repository has it. */
export type ResolveLink = (target: string) => string | null

/** The links of a page as they lead on a server. A page that is not there in its language is there in English. */
export function linkResolver({ language, paths }: Page, guide: readonly Page[]): ResolveLink {
  const folder = dirname(paths[0] ?? '')
  const ownFirst = guide.toSorted((a, b) => Number(b.language === language) - Number(a.language === language))
  return (target) => {
    if (/^(https:|#)/.test(target) || appPages.includes(target)) return target
    const [file = '', anchor] = target.split('#')
    const page = ownFirst.find(({ paths: read }) => read.includes(normalize(join(folder, file))))
    return page === undefined ? null : `${addressOf(page)}${anchor === undefined ? '' : `#${anchor}`}`
  }
}
