import { type Ad, type Dictionary, type Exchange, noNames, type PageReading, readPage } from '../index.js'
import { contextOf, fixture, observedAt, pagesOf } from './fixture-pages.js'

export function readFixture(exchange: Exchange, name: string): PageReading {
  const page = pagesOf(exchange.id).find(({ file }) => file === `${name}.json`)
  if (page === undefined) return readText(exchange, fixture(`${exchange.id}/${name}.json`), noNames)
  return readPage(exchange, page.text, contextOf(exchange, page))
}

export function fixtureAds(exchange: Exchange, name: string): readonly Ad[] {
  const reading = readFixture(exchange, name)
  if (reading.state === 'failed') throw new Error(reading.fault.message)
  if (reading.rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(reading.rejected)}`)
  return reading.ads
}

/** Reads a page that a test made up, as the answer to UAH, BUY. */
export const readBuilt = (exchange: Exchange, body: unknown, names: Dictionary = noNames): PageReading =>
  readText(exchange, JSON.stringify(body), names)

const readText = (exchange: Exchange, text: string, names: Dictionary): PageReading =>
  readPage(exchange, text, { fiat: 'UAH', side: 'BUY', names, observedAtMs: observedAt })
