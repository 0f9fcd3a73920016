import type { Rates } from '@p2p-rates/contract'
import { ratesExample } from '@p2p-rates/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RenderedPart, renderPart } from '../testing/render-part.js'
import { createApiClient } from './api-client.js'
import { type QueryState, useQuery } from './use-query.js'

type Waiting = {
  readonly url: string
  readonly anew: boolean
  answer: (body: unknown, status?: number, headers?: Record<string, string>) => void
}

let one: RenderedPart
let waiting: Waiting[]
let seen: QueryState<Rates>
beforeEach(() => {
  vi.useFakeTimers()
  waiting = []
})
afterEach(() => {
  vi.useRealTimers()
})

const asks = (first: Record<string, unknown> = {}) =>
  createApiClient(
    (url, init) =>
      new Promise((answer, fail) => {
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))
        waiting.push({
          url: String(url),
          anew: init?.cache === 'no-cache',
          answer: (body, status = 200, headers = {}) => answer(new Response(JSON.stringify(body), { status, headers })),
        })
      }),
    first,
  )

function Asker({ fiat, version }: { readonly fiat: string | null; readonly version?: number }) {
  seen = useQuery('GET /rates', fiat === null ? null : { fiat }, { version })
  return null
}
const rates = (fiat: string) => ({ ...ratesExample, fiat })
const answer = (at: number, ...reply: Parameters<Waiting['answer']>) =>
  one.actAndWait(async () => {
    waiting[at]?.answer(...reply)
    await vi.advanceTimersByTimeAsync(0)
  })

test('asks once, and once more whenever the version changes', async () => {
  one = await renderPart(<Asker fiat="UAH" version={1} />, { api: asks() })
  expect(seen).toMatchObject({ answer: null, isOld: false, error: null })
  await answer(0, rates('UAH'))
  expect(seen.answer?.fiat).toBe('UAH')
  await one.rerender(<Asker fiat="UAH" version={1} />)
  expect(waiting.length).toBe(1)
  await one.rerender(<Asker fiat="UAH" version={2} />)
  expect(waiting.map(({ anew }) => anew)).toEqual([false, true])
})

test('an answer of before stays, marked as old, until the new one is there', async () => {
  one = await renderPart(<Asker fiat="UAH" />, { api: asks() })
  await answer(0, rates('UAH'))
  await one.rerender(<Asker fiat="EUR" />)
  expect([seen.answer?.fiat, seen.isOld]).toEqual(['UAH', true])
  await answer(1, rates('EUR'))
  expect([seen.answer?.fiat, seen.isOld]).toEqual(['EUR', false])
})

test('an answer that comes late is dropped', async () => {
  one = await renderPart(<Asker fiat="UAH" />, { api: asks() })
  await one.rerender(<Asker fiat="EUR" />)
  await answer(1, rates('EUR'))
  await answer(0, rates('UAH'))
  expect(seen.answer?.fiat).toBe('EUR')
})

test('a rejection is shown next to the last answer, and one with an end is retried automatically', async () => {
  one = await renderPart(<Asker fiat="UAH" version={1} />, { api: asks() })
  await answer(0, rates('UAH'))
  await one.rerender(<Asker fiat="UAH" version={2} />)
  await answer(1, { detail: { code: 'rate_limited', message: '' } }, 429, { 'retry-after': '18' })
  expect([seen.answer?.fiat, seen.error?.code]).toEqual(['UAH', 'rate_limited'])
  await one.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(17_999)))
  expect(waiting.length).toBe(2)
  await one.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(1)))
  expect(waiting.length).toBe(3)
  await answer(2, rates('UAH'))
  expect(seen.error).toBeNull()
})

test('a rejection without an end is retried only on request', async () => {
  one = await renderPart(<Asker fiat="UAH" />, { api: asks() })
  await answer(0, { detail: { code: 'internal_error', message: '' } }, 500)
  await one.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(3_600_000)))
  expect(waiting.length).toBe(1)
  await one.actAndWait(() => seen.refetch())
  expect(waiting.length).toBe(2)
})

test('what the page has brought is there at once, and nothing is asked', async () => {
  one = await renderPart(<Asker fiat="UAH" version={1} />, { api: asks({ '/rates?fiat=UAH': rates('UAH') }) })
  expect(seen.answer?.fiat).toBe('UAH')
  expect(waiting).toEqual([])
  await one.rerender(<Asker fiat="UAH" version={2} />)
  expect(waiting.map(({ url, anew }) => [url, anew])).toEqual([['/web/v1/rates?fiat=UAH', true]])
})

test('without a question nothing is asked and nothing is known', async () => {
  one = await renderPart(<Asker fiat={null} />, { api: asks() })
  expect([waiting.length, seen.answer]).toEqual([0, null])
})

test('parts that ask the same share one question, and later ones have its answer at once', async () => {
  one = await renderPart(
    <>
      <Asker fiat="UAH" version={1} />
      <Asker fiat="UAH" />
      <Asker fiat="UAH" version={1} />
    </>,
    { api: asks() },
  )
  await answer(0, rates('UAH'))
  await one.rerender(<Asker fiat="UAH" version={1} key="later" />)
  expect([waiting.length, seen.answer?.fiat]).toEqual([1, 'UAH'])
})

test('an answer older than a minute is neither shown nor kept, one of half a minute is shown and asked for again', async () => {
  one = await renderPart(<Asker fiat="UAH" />, { api: asks() })
  await answer(0, rates('UAH'))
  for (const [ms, kept] of [
    [30_000, 'UAH'],
    [61_000, undefined],
  ] as const) {
    await one.rerender(null)
    await vi.advanceTimersByTimeAsync(ms)
    await one.rerender(<Asker fiat="UAH" />)
    expect(seen.answer?.fiat).toBe(kept)
    await answer(waiting.length - 1, rates('UAH'))
  }
  expect(waiting.length).toBe(3)
})

test('after the page has changed something it asks again, however young an answer is', async () => {
  const api = asks()
  one = await renderPart(<Asker fiat="UAH" />, { api })
  await answer(0, rates('UAH'))
  const change = api.request('DELETE /account', { current_password: 'a long password' })
  await answer(1, null)
  await change
  await one.rerender(<Asker fiat="UAH" key="next" />)
  expect(waiting.length).toBe(3)
})

test('after an outage every query is repeated automatically: at intervals, and at once when the server answers', async () => {
  const after = async (ms: number) => one.actAndWait(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  one = await renderPart(
    <>
      <Asker fiat="EUR" />
      <Asker fiat="UAH" />
    </>,
    { api: asks() },
  )
  for (const at of [0, 1]) await answer(at, 'Bad gateway', 502)
  expect(seen.error?.code).toBe('overloaded')
  await after(4_999)
  expect(waiting.length).toBe(2)
  await after(1)
  expect(waiting.length).toBe(4)
  for (const at of [2, 3]) await answer(at, 'Bad gateway', 502)
  await one.actAndWait(() => one.services.queryCache.refetchFailed())
  expect(waiting.length).toBe(6)
  await answer(4, 'Bad gateway', 502)
  await answer(5, rates('UAH'))
  expect([seen.answer?.fiat, seen.error, waiting.length]).toEqual(['UAH', null, 7])
})
