import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { type Compressor, createCompressor } from './encodings.js'
import type { Query } from './query-evaluator.js'
import { contentHeaders, type Reply } from './reply.js'
import { type ConditionalHeaders, createResponseCache } from './response-cache.js'

const question = (name: string): Query => ({ params: {}, query: {}, clamped: [], hints: [], name, lastResponse: null })
const data = (version: string, variant?: string) => ({
  version,
  refreshAtMonoMs: 31_000,
  ...(variant === undefined ? {} : { variant }),
})
const asking = (headers: ConditionalHeaders = {}): ConditionalHeaders => headers
const made = (text: string) => {
  const body = Buffer.from(text)
  return { body, headers: contentHeaders('text/plain', body) }
}
const headerOf = ({ headers }: Reply, name: string): string | undefined => headers[headers.indexOf(name) + 1]
const textOf = (reply: Reply | null) => reply?.body?.toString()

describe('the cache', () => {
  test('returns the entry for the same data, for any caller with the same query', () => {
    const answers = createResponseCache(createFakeClock())
    const first = answers.cacheReply(question('rates {}'), data('1'), made('one'), asking())
    expect(answers.lookUp(question('rates {}'), data('1'), asking())).toEqual(first)
    expect(answers.lookUp(question('rates {}'), data('2'), asking())).toBeNull()
    expect(answers.lookUp(question('rates {"fiat":"EUR"}'), data('1'), asking())).toBeNull()
  })

  test('separates entries that differ by caller', () => {
    const answers = createResponseCache(createFakeClock())
    const markets = question('markets {}')
    answers.cacheReply(markets, data('1', 'Free'), made('free'), asking())
    expect(answers.lookUp(markets, data('1', 'Pro'), asking())).toBeNull()
    answers.cacheReply(markets, data('1', 'Pro'), made('pro'), asking())
    expect(textOf(answers.lookUp(markets, data('1', 'Free'), asking()))).toBe('free')
  })

  test('leaves no bytes behind when it makes room, however long its question is remembered', () => {
    const clock = createFakeClock()
    const answers = createResponseCache(clock, createCompressor(clock), 10_000)
    const remembered = Array.from({ length: 50 }, (_, index) => question(`history ${index}`))
    for (const one of remembered) answers.cacheReply(one, data('1'), made('x'.repeat(1_000)), asking())
    expect(bytesHeldBy(remembered)).toBeLessThanOrEqual(10_000)
    expect(answers.lookUp(remembered[0] ?? question(''), data('1'), asking())).toBeNull()
  })

  test('keeps large entries only if repeated, in separate memory', () => {
    const answers = createResponseCache(createFakeClock())
    const ask = () => question('candles')
    const shared = Buffer.from(new SharedArrayBuffer(300_000)).fill('x')
    const large = { body: shared, headers: contentHeaders('text/plain', shared) }
    const first = answers.cacheReply(ask(), data('1'), large, asking())
    expect(answers.lookUp(ask(), data('1'), asking())).toBeNull()
    expect(answers.cacheReply(ask(), data('1'), large, asking())).toEqual(first)
    const kept = answers.lookUp(ask(), data('1'), asking())
    expect(kept?.body?.equals(shared)).toBe(true)
    expect(kept?.body?.buffer).not.toBe(shared.buffer)
    answers.cacheReply(ask(), data('2'), large, asking())
    expect(answers.lookUp(ask(), data('2'), asking())).toBeNull()
  })

  test('gives way to newer data', () => {
    const answers = createResponseCache(createFakeClock())
    const [asked, alsoAsked] = [question('rates {}'), question('rates {}')]
    answers.cacheReply(asked, data('1'), made('one'), asking())
    answers.cacheReply(alsoAsked, data('2'), made('two'), asking())
    expect(asked.lastResponse?.bodies).toBeNull()
    expect(textOf(answers.lookUp(asked, data('2'), asking()))).toBe('two')
  })

  test('may be kept by its reader until newer data are due, for a minute at most and a second at least', () => {
    const clock = createFakeClock()
    const answers = createResponseCache(clock)
    const told = (refreshAtMonoMs: number) =>
      headerOf(
        answers.cacheReply(question('rates {}'), { version: '1', refreshAtMonoMs }, made('one'), asking()),
        'Cache-Control',
      )
    expect(told(clock.monoMs() + 29_500)).toBe('private, max-age=30')
    expect(told(clock.monoMs() + 300_000)).toBe('private, max-age=60')
    expect(told(clock.monoMs() - 5_000)).toBe('private, max-age=1')
  })
})

test('an ETag stands for the very bytes: the same for the same, another for any other, and only its own is answered 304', () => {
  const answers = createResponseCache(createFakeClock())
  const asked = question('rates {}')
  const etags = ['one', 'two', 'on', 'one', ''].map((text, at) => {
    const etag = headerOf(answers.cacheReply(asked, data(String(at)), made(text), asking()), 'ETag') ?? ''
    const status = (ifNoneMatch: string) =>
      answers.cacheReply(asked, data(String(at)), made(text), asking({ 'if-none-match': ifNoneMatch })).status
    return { etag, status }
  })
  const [first, second, third, again, empty] = etags
  expect(first?.etag).toBe(again?.etag)
  expect(new Set([first, second, third, empty].map((one) => one?.etag)).size).toBe(4)
  expect(second?.status(second.etag)).toBe(304)
  expect(second?.status(`W/${second.etag}`)).toBe(304)
  expect(second?.status(first?.etag ?? '')).toBe(200)
  expect(second?.status('"constant"')).toBe(200)
})

describe('in other encodings', () => {
  const long = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ index, price: 41 + index / 100 })))
  const everything = asking({ 'accept-encoding': 'gzip, br' })

  const open = async (text: string) => {
    const { compressor, finished } = watched(createCompressor(createFakeClock()))
    const answers = createResponseCache(createFakeClock(), compressor)
    const asked = question('history {}')
    const first = answers.cacheReply(asked, data('1'), made(text), everything)
    const ask = (wishes: ConditionalHeaders = {}) => answers.lookUp(asked, data('1'), wishes) as Reply
    return { answers, asked, first, ask, finished }
  }
  const openCompressed = async () => {
    const opened = await open(long)
    opened.ask({ 'accept-encoding': 'gzip, br' })
    await opened.finished()
    return opened
  }

  test('the first two answers are plain, and the third is what the second had made', async () => {
    const { first, ask, finished } = await open(long)
    expect(textOf(first)).toBe(long)
    expect(finished()).toBeNull()
    expect(textOf(ask({ 'accept-encoding': 'gzip, br' }))).toBe(long)
    await finished()
    expect(headerOf(ask({ 'accept-encoding': 'gzip, br' }), 'Content-Encoding')).toBe('br')
  })

  test('each goes to who wants it, with its own length, and holds the same bytes', async () => {
    const { ask } = await openCompressed()
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const reply = ask({ 'accept-encoding': encoding })
      expect(reply.headers.includes('Content-Encoding')).toBe(encoding !== 'identity')
      if (encoding !== 'identity') expect(headerOf(reply, 'Content-Encoding')).toBe(encoding)
      expect(headerOf(reply, 'Content-Length')).toBe(String(reply.body?.length))
      expect(decoders[encoding](reply.body ?? Buffer.alloc(0)).toString()).toBe(long)
    }
  })

  test('each has a validator of its own, any of them is answered 304, under the name by which it is held', async () => {
    const { ask } = await openCompressed()
    const etags = ['br', 'gzip', 'identity'].map((one) => headerOf(ask({ 'accept-encoding': one }), 'ETag') ?? '')
    expect(new Set(etags).size).toBe(3)
    for (const held of etags)
      for (const encoding of ['br', 'gzip', 'identity'])
        for (const sent of [held, `W/${held}`, `"other", ${held}`]) {
          const reply = ask({ 'accept-encoding': encoding, 'if-none-match': sent })
          expect({ status: reply.status, body: reply.body }).toEqual({ status: 304, body: null })
          expect(headerOf(reply, 'ETag')).toBe(held)
          expect(reply.headers).not.toContain('Content-Encoding')
        }
  })

  test('a validator survives the encoding it was given for: regenerated equal bytes have the same one', async () => {
    const { ask } = await openCompressed()
    const held = headerOf(ask({ 'accept-encoding': 'br' }), 'ETag') ?? ''
    const { ask: askAnew } = await open(long)
    expect(askAnew({ 'if-none-match': held }).status).toBe(304)
  })

  test.each([
    ['short', 'x'.repeat(1024)],
    ['not asked for', long],
  ])('nothing is rendered for a body that is %s', async (why, text) => {
    const { ask, finished } = await open(text)
    const headers = { 'accept-encoding': why === 'short' ? 'gzip, br' : 'identity, gzip;q=0.5' }
    ask(headers)
    ask(headers)
    expect(finished()).toBeNull()
  })

  test('an answer overtaken by newer data while it was rendered is dropped', async () => {
    const { answers, asked, ask, finished } = await open(long)
    ask({ 'accept-encoding': 'br' })
    answers.cacheReply(asked, data('2'), made('newer'), asking())
    await finished()
    expect(answers.lookUp(asked, data('1'), everything)).toBeNull()
    expect(textOf(answers.lookUp(asked, data('2'), everything))).toBe('newer')
  })

  test('all encodings together stay within the room', async () => {
    const clock = createFakeClock()
    const { compressor, finished } = watched(createCompressor(clock))
    const answers = createResponseCache(clock, compressor, 20_000)
    const remembered = Array.from({ length: 30 }, (_, index) => question(`history ${index}`))
    for (const one of remembered) {
      answers.cacheReply(one, data('1'), made(long.slice(0, 1_100)), everything)
      answers.lookUp(one, data('1'), everything)
      await finished()
    }
    for (const one of remembered) answers.lookUp(one, data('1'), everything)
    expect(remembered.some(({ lastResponse }) => lastResponse?.bodies?.gzip !== undefined)).toBe(true)
    expect(bytesHeldBy(remembered)).toBeLessThanOrEqual(20_000)
    expect(bytesHeldBy(remembered)).toBeGreaterThan(10_000)
  })
})

const bytesHeldBy = (questions: readonly Query[]): number =>
  questions
    .flatMap(({ lastResponse }) => Object.values(lastResponse?.bodies ?? {}))
    .reduce((bytes, { body }) => bytes + body.length, 0)

const watched = (real: Compressor) => {
  let last: ReturnType<Compressor['compress']> = null
  const compressor: Compressor = {
    compress: (body) => {
      last = real.compress(body)
      return last
    },
  }
  return { compressor, finished: () => last }
}
