import { type TrackCounts, type TrackRecord, type TrackShare, trackRecord } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { allWords } from '../../testing/all-words.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { createTranslator } from '../../words/translator.js'
import { TrackRecordPage } from './track-record.js'

const share = (cases: number, count = 0): TrackShare => ({ cases, count, share_pct: cases < 100 ? null : count })
const unanswered: TrackCounts = {
  published: 4,
  next_look: share(0),
  after_15_minutes: share(0),
  after_60_minutes: share(0),
  bait: share(0),
  trusted_bait: share(0),
  interval: share(0),
  front: share(0),
}

async function drawn(all: TrackCounts, ofExchange: TrackCounts, lang: 'en' | 'uk' = 'en') {
  const record: TrackRecord = {
    ...(trackRecord.example as TrackRecord),
    all,
    by_confidence: [{ confidence: 'high', ...all }],
    by_exchange: [{ exchange: 'okx', ...ofExchange }],
    by_fiat: [{ fiat: 'UAH', ...all }],
    by_day: [{ day: '2026-11-21', ...all }],
  }
  const translator = createTranslator(await allWords(lang), lang)
  const { container } = await renderPart(<TrackRecordPage />, {
    ...translator,
    translator,
    api: apiOf(async () => record),
  })
  await expect.poll(() => container.querySelector('.skeleton')).toBeNull()
  const rows = [...container.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  return { rows, text: container.textContent ?? '' }
}

test('while no look has answered, a sentence instead of tables says when figures come', async () => {
  const { rows, text } = await drawn(unanswered, unanswered)
  expect(rows).toEqual([])
  expect(text).toContain('Nothing is counted yet.The first counts come about 5 minutes after the start of the server')
  expect(await drawn(unanswered, unanswered, 'uk')).toEqual({
    rows: [],
    text: expect.stringContaining('Ще нічого не пораховано.Перші числа з’являться приблизно за 5 хвилин'),
  })
})

test('a cell shows a dash without cases, their number below 100, and then a percentage', async () => {
  const all = { ...unanswered, published: 103, next_look: share(100, 90), after_15_minutes: share(99, 70) }
  const { rows } = await drawn(all, { ...unanswered, after_15_minutes: share(1, 1) })
  expect(rows[0]).toEqual(['All best prices', '103', '90.00\u00a0% of 100', '99 cases', '—', '—', '—'])
  expect(rows[2]).toEqual(['OKX', '4', '—', '1 case', '—', '—', '—'])
  expect((await drawn(all, unanswered, 'uk')).rows[0]?.slice(3)).toEqual(['99 випадків', '—', '—', '—'])
})

test('answered looks of a single exchange are enough for tables', async () => {
  const { rows, text } = await drawn(unanswered, { ...unanswered, next_look: share(1) })
  expect(rows).toHaveLength(5)
  expect(text).not.toContain('Nothing is counted yet.')
})
