import type { WireAd } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { aBook, anAd } from '../../testing/known-market.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { type Book, noFilters, useOrderBook } from './use-order-book.js'

const bait = anAd({ price: 39, nickname: 'bait', trusted: false, eligible: false })
const [near, far] = [anAd({ price: 41, nickname: 'near' }), anAd({ price: 42, nickname: 'far' })]

test('the list is whole once both answers are there, and keeps its rows in place through news', async () => {
  let book: Book | null = null
  let trusted: readonly WireAd[] = [near, far]
  const waiting: (() => void)[] = []
  const asked: unknown[] = []
  const api = apiOf(async (_address: string, question: { trusted?: boolean; amount?: number }) => {
    asked.push(question.amount)
    if (question.trusted !== true) return { ...aBook('BUY', [bait]), counts: { ads: 3, trusted: 2, eligible: 2 } }
    await new Promise<void>((go) => waiting.push(go))
    return aBook('BUY', trusted)
  })
  const view = { ...noFilters, fiat: 'UAH', exchange: 'binance', side: 'buy', method: '', trusted: false } as const
  function Asker({ version, amount = '20000' }: { readonly version: number; readonly amount?: string }) {
    book = useOrderBook({ ...view, amount }, version)
    return null
  }
  const names = () => book?.rows?.map(({ ad }) => ad.nickname)
  const page = await renderPart(<Asker version={1} />, { api })
  const answerTrusted = () =>
    page.actAndWait(async () => {
      for (const go of waiting.splice(0)) go()
      await new Promise(setImmediate)
    })

  await page.actAndWait(() => {})
  expect([names(), asked]).toEqual([['bait'], [20_000, 20_000]])
  await answerTrusted()
  expect([names(), book]).toMatchObject([['bait', 'near', 'far'], { newAds: 0, counts: { ads: 3 } }])

  trusted = [anAd({ price: 40, nickname: 'new' }), near, far]
  await page.rerender(<Asker version={2} />)
  await answerTrusted()
  expect([names(), book]).toMatchObject([['bait', 'near', 'far'], { newAds: 1 }])

  await page.rerender(<Asker version={2} amount="5000" />)
  await page.actAndWait(() => {})
  expect([names(), book]).toMatchObject([['bait', 'near', 'far'], { isOld: true, amount: '20000' }])
  await answerTrusted()
  expect([names(), book]).toMatchObject([['bait', 'new', 'near', 'far'], { isOld: false, amount: '5000' }])
})
