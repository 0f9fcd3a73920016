import { expect, test } from 'vitest'
import { z } from 'zod'
import { price } from '../read-number-text.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { parseRecording, type Recording, readRecordedPage } from './recording.js'

const listIn = z.object({ list: z.array(z.unknown()) })
const oldest = plainExchange('bazaar', { page: listIn, rows: (page) => listIn.parse(page).list })
const older = plainExchange('bazaar', {
  row: z.object({ cost: price }).transform(({ cost }) => ({ price: cost, name: 'invented' })),
})
const bazaar = plainExchange('bazaar', {
  // In any order: the day decides.
  earlier: [
    { until: '2026-12-01T09:30:00Z', wire: older },
    { until: '2026-06-01', wire: oldest },
  ],
})

const recordingOf = (recordedAt: string, body: unknown): Recording => ({
  format: 'p2p-rates recording',
  version: 1,
  exchange: 'bazaar',
  fiat: 'UAH',
  recordedAt,
  names: { payments: [['1', 'Monobank']], currencies: [] },
  pages: [
    {
      side: 'BUY',
      request: { method: 'GET', path: '/ads', query: { fiat: 'UAH' } },
      answer: { status: 200, contentType: 'application/json', body },
      fault: null,
    },
  ],
})

function pricesIn(recordedAt: string, body: unknown) {
  const recording = parseRecording(JSON.stringify(recordingOf(recordedAt, body)))
  const [page] = recording?.pages ?? []
  if (recording === null || page === undefined) throw new Error('This is no recording.')
  const reading = readRecordedPage(bazaar, recording, page)
  return reading.state === 'read' ? reading.ads.map((ad) => [ad.price, ad.paymentMethods]) : reading.fault.kind
}

test('a recording is read by the mapping of its day', () => {
  const ads = [[41.2, ['Monobank']]]
  expect(pricesIn('2026-05-31T23:59:59Z', { list: [{ price: '41.2' }] })).toEqual(ads)
  expect(pricesIn('2026-06-01T00:00:00Z', { rows: [{ cost: '41.2' }] })).toEqual(ads)
  expect(pricesIn('2026-12-01T09:29:59Z', { rows: [{ cost: '41.2' }] })).toEqual(ads)
  expect(pricesIn('2026-12-01T09:30:00Z', { rows: [{ price: '41.2' }] })).toEqual(ads)
})

test('the mapping of another day does not read it', () => {
  expect(pricesIn('2026-06-02T00:00:00Z', { list: [{ price: '41.2' }] })).toBe('schema_drift')
  expect(pricesIn('2026-12-02T00:00:00Z', { rows: [{ cost: '41.2' }] })).toBe('schema_drift')
})

test('another version, another file and endless nesting are no recording', () => {
  const whole = recordingOf('2026-12-02T00:00:00Z', {})
  expect(parseRecording(JSON.stringify(whole))).not.toBeNull()
  for (const other of [{ version: 2 }, { format: 'notes' }, { recordedAt: 'today' }, { fiat: '../' }, { pages: null }])
    expect(parseRecording(JSON.stringify({ ...whole, ...other }))).toBeNull()
  for (const text of ['', '[]', 'null', '['.repeat(100_000)]) expect(parseRecording(text)).toBeNull()
})
