import { openBrowser } from '@p2p-rates/dashboard/testing'
import { startDemo } from '../tools/running-demo.js'
import type { Benchmark } from './benchmark.js'
import { measureChartFrameRate } from './web/chart-frame-rate.js'
import { measureLighthouse } from './web/lighthouse.js'
import { measureMemoryGrowth } from './web/memory-growth.js'
import { type Loaded, loadSlowly, measureBare, measureInteraction } from './web/slow-phone.js'

/** Budget per page: kilobytes of script before scrolling, milliseconds to the largest paint. */
const budgets = [
  { name: 'market', path: '/market/UAH', script: 34, paint: 1_500 },
  { name: 'book', path: '/ads/UAH/binance/buy', script: 36, paint: 1_600 },
  { name: 'arbitrage', path: '/arbitrage/UAH', script: 30, paint: 1_600 },
  { name: 'currencies', path: '/currencies', script: 36, paint: 1_600 },
  { name: 'status', path: '/status', script: 26, paint: 1_400 },
  { name: 'docs', path: '/docs/', script: 6, paint: 1_000 },
  { name: 'login', path: '/login', script: 20, paint: 1_400 },
  { name: 'developer', path: '/dev', script: 36, paint: 1_800, isMember: true },
  { name: 'webhooks', path: '/dev/webhooks', script: 38, paint: 1_800, isMember: true },
  { name: 'rules', path: '/dev/rules', script: 38, paint: 1_800, isMember: true },
] as const

const mostScript = 40
const most = { style: 9, html: 12, requests: 4, shift: 0.02, inputMs: 100, heapMegabytes: 2, score: 95 }

export const webBenchmark: Benchmark = {
  name: 'web',
  goal: `script <= ${mostScript} KB gzip before anybody scrolls, style <= ${most.style}; largest paint within its budget (or 2x that of bare text), shift <= ${most.shift}, input answered in ${most.inputMs} ms; chart of 2,000 points at 95 % of an idle page's frames; a day of stream <= ${most.heapMegabytes} MB; Lighthouse >= ${most.score}`,
  run: async ({ print }) => {
    const demo = await startDemo()
    const browser = await openBrowser()
    const figures: Record<string, number> = {}
    let met = true
    const judge = (name: string, value: number, isMet: boolean) => {
      figures[name] = value
      met &&= isMet
    }
    try {
      const bare = await measureBare(browser)
      figures.bare_paint_ms = bare
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(demo.loginLink)
      await page.waitForURL('**/dev')
      const member = await context.storageState()
      await context.close()

      print('  page        script  allowed   later   style    html  requests  paint ms  allowed    shift')
      for (const budget of budgets) {
        const loaded = await loadSlowly(browser, demo.url + budget.path, 'isMember' in budget ? member : null)
        print(line(budget, loaded))
        judge(`${budget.name}_script_kb`, loaded.script, loaded.script <= mostScript)
        figures[`${budget.name}_script_to_budget`] = loaded.script / budget.script
        judge(`${budget.name}_paint_ms`, loaded.paintMs, loaded.paintMs <= Math.max(budget.paint, 2 * bare))
        judge(`${budget.name}_shift`, loaded.shift, loaded.shift <= most.shift)
        if (budget.name === 'market') {
          judge('style_kb', loaded.style, loaded.style <= most.style)
          judge('market_html_kb', loaded.html, loaded.html <= most.html)
          figures.market_requests = loaded.requests
        }
      }
      const input = await measureInteraction(browser, `${demo.url}/market/UAH`)
      judge('input_ms', input, input <= most.inputMs)
      const scores = await measureLighthouse(`${demo.url}/market/UAH`, print)
      if (scores !== null) {
        judge('lighthouse_performance', scores.performance, scores.performance >= most.score)
        judge('lighthouse_accessibility', scores.accessibility, scores.accessibility >= most.score)
      } else met = false
    } finally {
      await demo.stop()
    }
    try {
      const chart = await measureChartFrameRate(browser)
      judge('chart_frames_to_idle', chart, chart >= 0.95)
      const day = await measureMemoryGrowth(browser)
      figures.day_events = day.events
      judge('day_heap_growth_mb', day.growth, day.growth <= most.heapMegabytes)
    } finally {
      await browser.close()
    }
    return { met, figures }
  },
}

const line = (
  { name, script, paint }: { readonly name: string; readonly script: number; readonly paint: number },
  loaded: Loaded,
): string =>
  [
    `  ${name.padEnd(10)}`,
    loaded.script.toFixed(1).padStart(7),
    script.toFixed(0).padStart(8),
    loaded.later.toFixed(1).padStart(7),
    loaded.style.toFixed(1).padStart(7),
    loaded.html.toFixed(1).padStart(7),
    String(loaded.requests).padStart(9),
    loaded.paintMs.toFixed(0).padStart(9),
    String(paint).padStart(8),
    loaded.shift.toFixed(3).padStart(8),
  ].join(' ')
