import { type Rates, ratesExample } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createApiClient } from '../api/api-client.js'
import { createLiveRatesStore } from './live-rates-store.js'

const at = (buy: number, fiat = 'UAH'): Rates => ({ ...ratesExample, fiat, best_buy: { price: buy, exchange: 'okx' } })
const event = (rates: Rates) => `event: rates\nid: 1\ndata: ${JSON.stringify(rates)}\n\n`

function openServer(first: Record<string, unknown> = {}, aboutMe = '', answer: Rates | null = null) {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const asked: string[] = []
  const ask = createApiClient(
    async (address) => {
      const url = String(address)
      asked.push(url.replace('/web/v1', ''))
      if (!url.includes('/stream') && answer !== null) return Response.json(answer)
      if (!url.includes('/stream'))
        return Response.json({ detail: { code: 'data_unavailable', message: '' } }, { status: 503 })
      return new Response(new ReadableStream({ start: (controller) => void streams.push(controller) }))
    },
    first,
    () => aboutMe,
  )
  const live = createLiveRatesStore(ask, { now: () => 1_000, random: () => 0.5, after: () => () => {} }, document)
  const feed = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
  return { live, asked, streams, feed }
}

test('the first prices are those that the page has brought, and only changes count', async () => {
  const { live, asked, streams, feed } = openServer({ '/rates?fiat=UAH&include=confidence': at(41.3) })
  live.setFiat('UAH')
  expect([live.current.rates?.best_buy.price, live.current.version]).toEqual([41.3, 0])
  await expect.poll(() => streams.length).toBe(1)
  feed(event(at(41.3)))
  await expect.poll(() => live.current.state.kind).toBe('live')
  feed(': a comment is a sign of life\n\n')
  expect(live.current.version).toBe(0)
  feed(event(at(41.28)))
  await expect.poll(() => live.current.rates?.best_buy.price).toBe(41.28)
  expect(live.current).toMatchObject({ version: 1, changedAtMs: 1_000, before: at(41.3) })
  expect(asked).toEqual(['/stream?fiat=UAH&include=confidence'])
  live.stopUpdates()
})

test('an event that comes in pieces is one event, and others are passed over', async () => {
  const { live, streams, feed } = openServer({ '/rates?fiat=UAH&include=confidence': at(41.3) })
  live.setFiat('UAH')
  await expect.poll(() => streams.length).toBe(1)
  const text = `event: something-new\ndata: {}\n\n${event(at(41))}`
  for (const letter of text) feed(letter)
  await expect.poll(() => live.current.rates?.best_buy.price).toBe(41)
  live.stopUpdates()
})

test('without prices it says why', async () => {
  const { live } = openServer()
  live.setFiat('UAH')
  await expect.poll(() => live.current.error?.code).toBe('data_unavailable')
  expect(live.current.rates).toBeNull()
  live.stopUpdates()
})

test('another currency has another stream and nothing of the one before', async () => {
  const { live, asked, streams, feed } = openServer({
    '/rates?fiat=UAH&include=confidence': at(41.3),
    '/rates?fiat=EUR&include=confidence': at(0.9, 'EUR'),
  })
  live.setFiat('UAH')
  await expect.poll(() => streams.length).toBe(1)
  live.setFiat('EUR')
  expect(live.current).toMatchObject({ fiat: 'EUR', rates: { fiat: 'EUR' }, before: null, version: 0 })
  await expect.poll(() => streams.length).toBe(2)
  feed(event(at(0.91, 'EUR')))
  await expect.poll(() => live.current.rates?.best_buy.price).toBe(0.91)
  live.setFiat(null)
  expect(live.current).toMatchObject({ fiat: null, rates: null })
  expect(asked).toEqual(['/stream?fiat=UAH&include=confidence', '/stream?fiat=EUR&include=confidence'])
  live.stopUpdates()
})

test('a user with a record of their own gets no price of a usual caller, from the page or from the stream', async () => {
  const first = { '/rates?fiat=UAH&include=confidence': at(41.3) }
  const { live, asked, streams, feed } = openServer(first, 'my_orders=12', at(41.1))
  live.setFiat('UAH')
  expect(live.current.rates).toBeNull()
  await expect.poll(() => live.current.rates?.best_buy.price).toBe(41.1)
  await expect.poll(() => streams.length).toBe(1)
  asked.length = 0
  feed(event(at(41.28)))
  await expect.poll(() => asked).toEqual(['/rates?fiat=UAH&include=confidence&my_orders=12'])
  expect(live.current.rates?.best_buy.price).toBe(41.1)
  live.stopUpdates()
})
