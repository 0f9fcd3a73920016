import { expect, test, vi } from 'vitest'
import { type RenderedPart, renderPart } from '../../testing/render-part.js'
import { testNowMs } from '../../testing/test-services.js'
import { BacktestChart } from './backtest-chart.js'

const slotMs = 300_000
const toMs = Math.floor(testNowMs / slotMs) * slotMs + slotMs
const past = (ago: number, value: number | null) => ({ atMs: toMs - ago * slotMs, value })

const draw = async (simulated: boolean) =>
  renderPart(
    <BacktestChart
      points={[past(7, 41.5), past(6, null), past(2, 41.2), past(1, 41.25)]}
      fromMs={toMs - 8 * slotMs}
      toMs={toMs}
      threshold={41.3}
      fired={[]}
      side="buy"
      fiat="UAH"
      exchange="any"
      price={(value) => value.toFixed(2)}
    />,
    simulated ? { bootstrap: { ...(await renderPart(null)).services.bootstrap, simulated } } : {},
  )

const press = async ({ container, actAndWait }: RenderedPart, name: string) =>
  actAndWait(() => [...container.querySelectorAll('button')].find((button) => button.textContent === name)?.click())

test('the chart becomes a table, the newest price first and a gap in one row', async () => {
  const page = await draw(false)
  const { container } = page
  expect(container.querySelector('svg')).not.toBeNull()
  await press(page, 'Table')
  expect(container.querySelector('svg')).toBeNull()
  const rows = [...container.querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent)
  expect(rows).toEqual(['41.25', '41.20', 'no data, 4 points', '41.50', 'no data, 1 point'])
  await press(page, 'Chart')
  expect(container.querySelector('svg')).not.toBeNull()
})

test.each([
  [false, 't,buy', '', 'usdt-uah-best-buy-24h.csv'],
  [true, 't,buy,simulated', ',true', 'SIMULATED-usdt-uah-best-buy-24h.csv'],
])('the file has the recorded slots, and marks simulated ones (%s)', async (simulated, heading, mark, name) => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:prices'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await press(await draw(simulated), 'CSV')
  const instant = (ago: number) => new Date(toMs - ago * slotMs).toISOString()
  expect(await saved[0]?.text()).toBe(
    [
      heading,
      `${instant(7)},41.5${mark}`,
      `${instant(6)},${mark}`,
      `${instant(2)},41.2${mark}`,
      `${instant(1)},41.25${mark}`,
      '',
    ].join('\r\n'),
  )
  expect(names).toEqual([name])
})
