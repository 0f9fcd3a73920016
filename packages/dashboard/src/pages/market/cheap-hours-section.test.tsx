import { type Seasonality, seasonality } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { theStats } from '../../testing/known-prices.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { CheapHours } from './cheap-hours-section.js'

const usual = seasonality.example as Seasonality
/** Cheap on Monday at five, of too few hours on Tuesday at seven, and nothing known on Sunday at nine. */
const told: Seasonality = {
  ...usual,
  weekdays: usual.weekdays.map(({ weekday, hours }) => ({
    weekday,
    hours: hours.map(({ hour }) =>
      weekday === 1 && hour === 5
        ? { hour, delta_pct: -0.21, count: 4 }
        : weekday === 2 && hour === 7
          ? { hour, delta_pct: -0.9, count: 2 }
          : weekday === 7 && hour === 9
            ? { hour, delta_pct: null, count: 0 }
            : { hour, delta_pct: 0.02, count: 5 },
    ),
  })),
}

const open = async (zone: string, answer: Seasonality = told) => {
  const at = vi.fn(async (_address: string, _question: unknown) => ({ ...answer, tz: zone }))
  const onZone = vi.fn()
  const page = await renderPart(<CheapHours fiat="UAH" zone={zone} stats={theStats()} onZone={onZone} />, {
    api: apiOf(at),
  })
  await page.actAndWait(() => {})
  const press = (name: string) =>
    page.actAndWait(() =>
      [...page.container.querySelectorAll('button')].find((one) => one.textContent?.includes(name))?.click(),
    )
  return { ...page, at, onZone, press }
}

test('asks the server for the week of a zone, and says how much stands behind each hour', async () => {
  const { at, container } = await open('Asia/Tokyo')
  expect(at).toHaveBeenCalledWith('GET /seasonality', { fiat: 'UAH', tz: 'Asia/Tokyo' }, expect.anything())
  expect(container.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Cheapest: Mon 05:00 (−0.21\u00a0% compared with the week).',
  )
  const title = (weekday: number, hour: number) => container.querySelectorAll('.cell')[weekday * 24 + hour]
  expect(title(0, 5)?.getAttribute('title')).toBe('Mon 05:00: −0.21\u00a0%, 4 weeks')
  expect(title(0, 5)?.className).toBe('cell heat-4')
  expect(title(1, 7)?.getAttribute('title')).toBe('Tue 07:00: too few, 2 weeks')
  expect(title(1, 7)?.className).toBe('cell none')
  expect(title(6, 9)?.className).toBe('cell none')
  expect(container.textContent).toContain('Each cell is based on 4 to 5 weeks.')
})

test('the table has the numbers, with their counts', async () => {
  const { container, press } = await open('UTC')
  await press('Table')
  const cells = (hour: number) => [...(container.querySelectorAll('tbody tr')[hour]?.querySelectorAll('td') ?? [])]
  expect(cells(5)[0]?.textContent).toBe('−0.21\u00a0% ×4')
  expect(cells(7)[1]?.textContent).toBe('too few ×2')
  expect(cells(9)[6]?.textContent).toBe('too few ×0')
})

test('reliably cheaper hours are ringed in the chosen zone', async () => {
  const { container } = await open('Asia/Kolkata')
  // Five to seven in Kyiv is half past eight to half past ten there, in winter.
  expect(container.querySelector<HTMLElement>('.ring')?.style.gridColumn).toBe('10 / 13')
})

test('any zone can be picked', async () => {
  const { container, onZone, press, actAndWait } = await open('Europe/Kyiv')
  await actAndWait(async () => void (await import('../../parts/picker-list.js')))
  await press('Kyiv time')
  const options = [...container.querySelectorAll<HTMLElement>('[role=option]')]
  const names = options.map((option) => option.textContent?.trim())
  expect(names).toEqual(expect.arrayContaining(['UTC', 'America/New York', 'Asia/Tokyo']))
  await actAndWait(() => options[names.indexOf('America/New York')]?.click())
  expect(onZone).toHaveBeenCalledWith('America/New_York')
})

test('a past that is too short says so', async () => {
  const few = told.weekdays.map(({ weekday, hours }) => ({
    weekday,
    hours: hours.map((one) => ({ ...one, count: 1 })),
  }))
  expect((await open('UTC', { ...told, weekdays: few })).container.textContent).toContain(
    'Needs about three weeks of prices.',
  )
})
