import { type Fixing, type Fixings, fixings, type Premium, premium } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { allWords } from '../../testing/all-words.js'
import { type RenderedPart, renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { createTranslator } from '../../words/translator.js'
import { FixingsByDay } from './fixings-by-day.js'

const { days } = premium.example as Premium
const [entry] = (fixings.example as Fixings).fixings
const [dayOfExample] = days
if (entry === undefined || dayOfExample === undefined) throw new Error('The examples have no day.')

const fixed = (day: string, facts: Partial<Fixing> = {}): Fixing => ({ ...entry, day, ...facts })
const withheld = (day: string, facts: Partial<Fixing> = {}): Fixing =>
  fixed(day, { value: null, confidence: null, withheld: ['okx', 'kucoin'], ...facts })
const next = { method: 'fixing-3', value: 41.1802 }

/** Premiums have a day for each value, as the server answers them. */
async function rowsOf(chain: readonly Fixing[], lang: 'en' | 'uk' = 'en') {
  const values = new Map(chain.flatMap(({ day, value }) => (value === null ? [] : [[day, value] as const])))
  const answers = new Map<string, unknown>([
    ['GET /index/premium', { days: [...values].map(([day, index]) => ({ ...dayOfExample, day, index })) }],
    ['GET /index/fixings', { fixings: chain }],
  ])
  const translator = createTranslator(await allWords(lang), lang)
  const api = apiOf(async (address: string) => answers.get(address))
  const page = await renderPart(<FixingsByDay fiat="UAH" />, { ...translator, translator, api })
  await show(page)
  await expect.poll(() => page.container.querySelectorAll('tbody tr').length).toBeGreaterThan(0)
  const rows = [...page.container.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(0, 4).map((cell) => cell.textContent),
  )
  return { rows, text: page.container.textContent ?? '' }
}

const show = ({ container, actAndWait }: RenderedPart) => actAndWait(() => container.querySelector('button')?.click())

test('a withheld day has its row with the unreadable exchanges, and a sentence gives the reason', async () => {
  const chain = [fixed('2026-11-19'), withheld('2026-11-20'), fixed('2026-11-21')]
  const { rows, text } = await rowsOf(chain)
  expect(rows.map(([day]) => day)).toEqual(['21 Nov 2026', '20 Nov 2026', '19 Nov 2026'])
  expect(rows[1]?.slice(1)).toEqual(['withheldUnreadable: OKX, KuCoin', '—', '—'])
  expect(text).toContain('withheld if the unreadable exchanges usually have more than a quarter of the weight')
  expect((await rowsOf(chain, 'uk')).rows[1]?.[1]).toBe('не опублікованоНемає даних: OKX, KuCoin')
})

test('a correction shows its value, the one before and the reason', async () => {
  const correction = fixed('2026-11-20', { value: 41.2, correction: 'read later from the archive' })
  const { rows, text } = await rowsOf([withheld('2026-11-20'), correction])
  expect(rows.map(([, value]) => value)).toEqual([
    '41.2Corrected, before: withheld. Reason: read later from the archive',
  ])
  expect(text).not.toContain('withheld if')
})

test('fixings carry the value of a new method, corrected ones too, and a sentence says when it takes over', async () => {
  const chain = [
    fixed('2026-11-18'),
    fixed('2026-11-19', { method_next: next }),
    withheld('2026-11-20', { method_next: { ...next, value: null } }),
    fixed('2026-11-21', { method_next: next }),
    fixed('2026-11-21', { value: 41.3, correction: 'typing error' }),
  ]
  const { rows, text } = await rowsOf(chain)
  expect(rows.map(([, value]) => value)).toEqual([
    '41.3Corrected, before: 41.185. Reason: typing errorfixing-3: 41.1802',
    'withheldUnreadable: OKX, KuCoin',
    '41.185fixing-3: 41.1802',
    '41.185',
  ])
  expect(text).toContain('Before the new method fixing-3 takes over, 5 fixings carry its value, too.')
  expect((await rowsOf(chain, 'uk')).text).toContain('Перш ніж діятиме новий метод fixing-3, 5 фіксингів')
})

test('a chain with neither explains neither', async () => {
  const { rows, text } = await rowsOf([fixed('2026-11-20'), fixed('2026-11-21')])
  expect(rows.map(([, value]) => value)).toEqual(['41.185', '41.185'])
  expect(text).not.toMatch(/withheld|new method/)
})

test('a chain of only withheld days is listed, and an empty one says that there is none', async () => {
  expect((await rowsOf([withheld('2026-11-20')])).rows).toHaveLength(1)
  const api = apiOf(async () => ({ days: [], fixings: [] }))
  const page = await renderPart(<FixingsByDay fiat="UAH" />, { api })
  await show(page)
  await expect.poll(() => page.container.textContent).toBe('No daily fixing yet.')
})
