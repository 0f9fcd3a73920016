import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { contextOf, fixture, observedAt, pagesOf, refusalsOf } from '../testing/fixture-pages.js'
import { adDefect } from './ad-defect.js'
import { exchanges } from './all.js'
import { keyedExchanges } from './create-exchanges.js'
import { noNames } from './define-exchange.js'
import { readPage } from './read-page.js'

describe.each([...exchanges, ...keyedExchanges])('$name', (exchange) => {
  test('every ad is read', () =>
    checkEach(pagesOf(exchange.id), (page) => {
      const reading = readPage(exchange, page.text, contextOf(exchange, page))
      expect(reading).toMatchObject({ state: 'read', rejected: [] })
      if (reading.state !== 'read') return
      expect(reading.ads).toHaveLength(reading.rowCount)
      expect(reading.ads.map(adDefect)).toEqual(reading.ads.map(() => null))
    }))

  test('fixtures show both sides and an empty board', () => {
    const pages = pagesOf(exchange.id)
    const withAds = pages.filter((page) => {
      const reading = readPage(exchange, page.text, contextOf(exchange, page))
      return reading.state === 'read' && reading.ads.length > 0
    })
    expect(new Set(withAds.map((page) => page.market.side))).toEqual(new Set(['BUY', 'SELL']))
    expect(pages.length).toBeGreaterThan(withAds.length)
  })

  test('a recorded refusal is a fault, not an empty board', () =>
    checkEach(refusalsOf(exchange.id), (file) => {
      const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: observedAt } as const
      expect(readPage(exchange, fixture(`${exchange.id}/${file}`), context).state).toBe('failed')
    }))
})
