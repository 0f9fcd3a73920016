import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trackRecord as endpoint } from '@p2p-rates/contract'
import type { TrackRecord } from '@p2p-rates/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHome, windowRunnerIn } from '../testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = windowRunnerIn(home)
const asked: string[] = []
let answer: TrackRecord
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})
const trackRecord = (...words: string[]) =>
  p2p(['track-record', ...words, '--server', `http://127.0.0.1:${(server.address() as AddressInfo).port}`])

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  remove()
})

const example = endpoint.example
const few = { cases: 38, count: 30, share_pct: null }
const counts = { ...example.all, next_look: few, after_15_minutes: { ...few, cases: 1 } }

test('people read the record by confidence, exchange, currency and day, newest first', async () => {
  answer = {
    ...{ ...example, fiat: null, all: counts },
    by_fiat: ['EUR', 'UAH'].map((fiat) => ({ fiat, ...counts })),
    by_day: ['2026-11-20', '2026-11-21'].map((day) => ({ day, ...counts })),
  }
  const { text } = await trackRecord('--all')
  const names = [...text.matchAll(/^ *(\S+(?: \S+)*) {2,}\d+ cases? /gm)].map(([, name]) => name)
  expect(names).toEqual(['best of all exchanges', 'EUR', 'UAH', '2026-11-21', '2026-11-20'])
  expect(text).toMatch(/best of all exchanges +38 cases +1 case +60 % of 540/)
  expect(text.replace(/\s+/g, ' ')).toContain('A share is shown from 100 cases.')
})

test('a single currency or day is not listed again below the record of all', async () => {
  answer = example
  expect((await trackRecord('UAH')).text).not.toMatch(/^ *(UAH|2026)/m)
})

test('--confidence is passed on; another word is rejected', async () => {
  await trackRecord('UAH', '--confidence', 'high')
  expect(asked.at(-1)).toContain('confidence=high')
  expect((await trackRecord('UAH', '--confidence', 'hihg')).raw).toContain('Did you mean high?')
})
