import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../api/api-client.js'
import { allWords } from '../../testing/all-words.js'
import { theHistory } from '../../testing/known-prices.js'
import { renderPart } from '../../testing/render-part.js'
import { testNowMs } from '../../testing/test-services.js'
import { createTranslator } from '../../words/translator.js'
import { ExchangeTable } from './exchange-table.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (exchange: string) =>
  ({
    exchange,
    state: 'live',
    buy: 41.3,
    sell: 41,
    buyAds: 3,
    sellAds: 2,
    isBestBuy: false,
    isBestSell: false,
    observedAtMs: null,
    reason: null,
    nextAttemptAtMs: null,
  }) as const

test('one question brings the small charts of all exchanges', async () => {
  const ids = ['okx', 'bybit', 'bitget']
  const { points } = theHistory(96)
  const asked: string[] = []
  const api = createApiClient((url) => {
    asked.push(String(url))
    return Promise.resolve(Response.json({ fiat: 'UAH', exchanges: ids.map((exchange) => ({ exchange, points })) }))
  }, {})
  const page = await renderPart(
    <ExchangeTable fiat="UAH" rows={ids.map(row)} decimals={2} mayAskHistory onShown={() => {}} />,
    {
      api,
    },
  )
  await page.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(700)))
  await page.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(700)))
  expect(asked).toEqual(['/web/v1/sparklines?fiat=UAH'])
  expect(page.container.querySelectorAll('.spark path')).toHaveLength(3)
})

test.each([
  ['en', 123, 'The key of Bybit has no right. Next try in 2 min. What to do'],
  ['en', null, 'The key of Bybit has no right.'],
  ['uk', null, 'Вона відмовляє цьому серверу. Інших бірж це не зачіпає. The key of Bybit has no right.'],
] as const)('a refusal comes with the reason that the server knows, in %s', async (lang, waits, text) => {
  const reason = 'The key of Bybit\u202e has no right.'
  const nextAttemptAtMs = waits === null ? null : testNowMs + waits * 1_000
  const page = await renderPart(
    <ExchangeTable
      fiat="UAH"
      rows={[{ ...row('bybit'), state: 'blocked', reason, nextAttemptAtMs }]}
      decimals={2}
      mayAskHistory={false}
      onShown={() => {}}
    />,
    { translator: createTranslator(await allWords(lang), lang) },
  )
  const cell = page.container.querySelector('.small.quiet')
  expect(cell?.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe(text)
})
