import { expect, test } from 'vitest'
import { exchanges } from '../exchanges/all.js'
import { readPage } from '../exchanges/read-page.js'
import { contextOf, pagesOf } from '../testing/fixture-pages.js'
import { canonicalMethod } from './match-method.js'

const recordedAds = exchanges.flatMap((exchange) =>
  pagesOf(exchange.id).flatMap((page) => {
    const reading = readPage(exchange, page.text, contextOf(exchange, page))
    return reading.state === 'read' ? reading.ads : []
  }),
)

test('of the method names on recorded pages nine tenths are known', () => {
  const named = recordedAds.flatMap((ad) => ad.paymentMethods.map((name) => canonicalMethod(name, ad)))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((method) => method !== null).length / named.length).toBeGreaterThanOrEqual(0.9)
})
