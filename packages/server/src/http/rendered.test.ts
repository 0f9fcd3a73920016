import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createHandClock } from '../testing/hand-clock.js'
import type { Question } from './question.js'
import { createRenderedAnswers } from './rendered.js'

const question = (name: string): Question => ({ params: {}, query: {}, clamped: [], name, rendered: null })
const data = (version: string, variant?: string) => ({
  version,
  refreshAtMonoMs: 31_000,
  ...(variant === undefined ? {} : { variant }),
})
const asking = (headers: Record<string, string> = {}) => ({ headers }) as unknown as IncomingMessage

test('an answer is found again for the same data, by whoever asks the same', () => {
  const answers = createRenderedAnswers(createHandClock())
  const made = answers.keep(question('rates {}'), data('1'), Buffer.from('one'), ['X', 'y'])
  expect(answers.find(question('rates {}'), data('1'))).toBe(made)
  expect(answers.find(question('rates {}'), data('2'))).toBeNull()
  expect(answers.find(question('rates {"fiat":"EUR"}'), data('1'))).toBeNull()
})

test('answers that differ by who asks are kept apart', () => {
  const answers = createRenderedAnswers(createHandClock())
  const markets = question('markets {}')
  answers.keep(markets, data('1', 'Free'), Buffer.from('free'), [])
  expect(answers.find(markets, data('1', 'Pro'))).toBeNull()
  answers.keep(markets, data('1', 'Pro'), Buffer.from('pro'), [])
  expect(answers.find(markets, data('1', 'Free'))?.body?.toString()).toBe('free')
})

test('what made room for others leaves no bytes behind, however long its question is remembered', () => {
  const answers = createRenderedAnswers(createHandClock(), 10_000)
  const remembered = Array.from({ length: 50 }, (_, index) => question(`history ${index}`))
  for (const one of remembered) answers.keep(one, data('1'), Buffer.alloc(1_000), [])
  const held = remembered.reduce((bytes, { rendered }) => bytes + (rendered?.body?.length ?? 0), 0)
  expect(held).toBeLessThanOrEqual(10_000)
  expect(answers.find(remembered[0] ?? question(''), data('1'))).toBeNull()
})

test('newer data take the place of older ones', () => {
  const answers = createRenderedAnswers(createHandClock())
  const [asked, alsoAsked] = [question('rates {}'), question('rates {}')]
  const old = answers.keep(asked, data('1'), Buffer.from('one'), [])
  answers.keep(alsoAsked, data('2'), Buffer.from('two'), [])
  expect(old.body).toBeNull()
  expect(answers.find(asked, data('2'))?.body?.toString()).toBe('two')
})

test('an answer is kept until newer data are due, for a minute at most and a second at least', () => {
  const clock = createHandClock()
  const answers = createRenderedAnswers(clock)
  const asked = question('rates {}')
  const told = (refreshAtMonoMs: number) => {
    const due = { version: '1', refreshAtMonoMs }
    const kept = answers.keep(asked, due, Buffer.from('one'), [])
    const { headers } = answers.present(kept, asked, due, asking())
    return headers[headers.indexOf('Cache-Control') + 1]
  }
  expect(told(clock.monoMs() + 29_500)).toBe('private, max-age=30')
  expect(told(clock.monoMs() + 300_000)).toBe('private, max-age=60')
  expect(told(clock.monoMs() - 5_000)).toBe('private, max-age=1')
})

test('an ETag stands for the very bytes: the same for the same, another for any other, and only its own is answered 304', () => {
  const answers = createRenderedAnswers(createHandClock())
  const asked = question('rates {}')
  const etags = ['one', 'two', 'on', 'one', ''].map((text, at) => {
    const made = answers.keep(asked, data(String(at)), Buffer.from(text), [])
    const status = (ifNoneMatch: string) =>
      answers.present(made, asked, data(String(at)), asking({ 'if-none-match': ifNoneMatch })).status
    return { etag: made.etag, status }
  })
  const [first, second, third, again, empty] = etags
  expect(first?.etag).toBe(again?.etag)
  expect(new Set([first, second, third, empty].map((one) => one?.etag)).size).toBe(4)
  expect(second?.status(second.etag)).toBe(304)
  expect(second?.status(`W/${second.etag}`)).toBe(304)
  expect(second?.status(first?.etag ?? '')).toBe(200)
  expect(second?.status('"constant"')).toBe(200)
})
