import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Dictionary, Exchange, Market, PageContext, Side } from '../index.js'
import { isFault, noNames } from '../index.js'

export type FixturePage = { readonly file: string; readonly text: string; readonly market: Market }

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))

export const fixture = (path: string): string => readFileSync(folder + path, 'utf8')

/** Every ad-list page in a folder; `refused-*` and `dictionary*` are other kinds of answer. */
export function pagesOf(directory: string): readonly FixturePage[] {
  return filesOf(directory).flatMap((file) => {
    const [, fiat, side] = pageName.exec(file) ?? []
    if (fiat === undefined || side === undefined) return []
    const market = { fiat: fiat.toUpperCase(), side: side.toUpperCase() as Side }
    return [{ file, text: fixture(`${directory}/${file}`), market }]
  })
}

export const refusalsOf = (directory: string): readonly string[] =>
  filesOf(directory).filter((file) => file.startsWith('refused-'))

export const dictionaryFilesOf = (directory: string): readonly string[] =>
  filesOf(directory).filter((file) => file.startsWith('dictionary'))

export function namesOf(exchange: Exchange): Dictionary {
  const [file] = dictionaryFilesOf(exchange.id)
  if (file === undefined || exchange.dictionary === undefined) return noNames
  const names = exchange.dictionary.read(JSON.parse(fixture(`${exchange.id}/${file}`)))
  if (isFault(names)) throw new Error(`${exchange.id}/${file}: ${names.message}`)
  return names
}

export const contextOf = (exchange: Exchange, page: FixturePage): PageContext => ({
  ...page.market,
  names: namesOf(exchange),
  observedAtMs: observedAt,
})

export const observedAt = Date.UTC(2026, 9, 1, 12)

const filesOf = (directory: string): readonly string[] =>
  existsSync(folder + directory) ? readdirSync(folder + directory).sort() : []
const pageName = /^([a-z]{3})-(buy|sell)(?:-[a-z0-9-]+)?\.json$/
