import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { serveOnLoopback } from '@p2p-rates/simulator/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

type Seen = { paintMs: number; shift: number; inputMs: number }

// Globals of the page, for functions that run in it.
declare const window: { seen: Seen; scrollTo(x: number, y: number): void }
declare const document: { readonly body: { readonly scrollHeight: number } }
type Entry = {
  readonly startTime: number
  readonly duration: number
  readonly value: number
  readonly hadRecentInput: boolean
}
declare const PerformanceObserver: new (
  tell: (list: { getEntries(): readonly Entry[] }) => void,
) => { observe(options: object): void }

/** Record paint, layout shift and input delay; runs in the page. */
function watchPaints(): void {
  const seen: Seen = { paintMs: 0, shift: 0, inputMs: 0 }
  window.seen = seen
  const observe = (type: string, tell: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.paintMs = startTime
  })
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  observe('event', ({ duration }) => {
    seen.inputMs = Math.max(seen.inputMs, duration)
  })
}

/** 1.6 Mbit/s, 150 ms, a processor four times slower, a screen of 360 points. */
async function openSlowly(browser: Browser, member: State | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(member !== null && { storageState: member }),
  })
  // A compiler may have named inner functions by this.
  await context.addInitScript('globalThis.__name ??= (named) => named')
  await context.addInitScript(watchPaints)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => window.seen)

const settle = async (page: Page): Promise<void> => {
  // A page that listens to its stream never falls silent, one that has drawn itself does.
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => {})
}

export async function loadSlowly(browser: Browser, url: string, member: State | null) {
  const page = await openSlowly(browser, member)
  const files = { script: new Set<string>(), later: new Set<string>(), style: new Set<string>() }
  let isScrolled = false
  page.on('request', (request) => {
    const kind = request.resourceType()
    if (kind === 'stylesheet') files.style.add(request.url())
    if (kind !== 'script' || files.script.has(request.url())) return
    files[isScrolled ? 'later' : 'script'].add(request.url())
  })
  const answer = await page.goto(url)
  await page.locator('main h1').waitFor()
  await settle(page)
  const { paintMs, shift } = await seenBy(page)
  const requests = await page.evaluate(
    (untilMs) => performance.getEntriesByType('resource').filter(({ startTime }) => startTime < untilMs).length + 1,
    paintMs,
  )
  isScrolled = true
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await settle(page)
  const html = smallest((await answer?.body()) ?? Buffer.alloc(0))
  await page.context().close()
  return {
    script: await sizeOf(files.script),
    /** Script that came when the page was scrolled. */
    later: await sizeOf(files.later),
    style: await sizeOf(files.style),
    html,
    /** Before the largest text was painted. */
    requests,
    paintMs,
    shift,
  }
}

/** Kilobytes are of gzip, as small as it makes them. */
export type Loaded = Awaited<ReturnType<typeof loadSlowly>>

const smallest = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length / 1024

async function sizeOf(urls: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...urls].map(async (url) => smallest(new Uint8Array(await (await fetch(url)).arrayBuffer()))),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export async function measureInteraction(browser: Browser, url: string): Promise<number> {
  const page = await openSlowly(browser, null)
  await page.goto(url)
  await page.locator('.verdict').first().waitFor()
  await settle(page)
  const field = page.locator('.quote input').first()
  await field.tap()
  await page.keyboard.type('20000', { delay: 60 })
  await page.locator('.quote-result').waitFor()
  await page.locator('.head .picker > .field').first().tap()
  await page.keyboard.type('eur', { delay: 60 })
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
  await settle(page)
  await page.keyboard.press('2')
  await settle(page)
  const { inputMs } = await seenBy(page)
  await page.context().close()
  return inputMs
}

/** The same text without any style or script: nothing can be painted sooner. */
export async function measureBare(browser: Browser): Promise<number> {
  const text = '<!doctype html><title>bare</title><main><h1>USDT in UAH</h1><p>You buy at 44.55</p></main>'
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text))
  const { url, close } = await serveOnLoopback(server)
  const page = await openSlowly(browser, null)
  await page.goto(url)
  await settle(page)
  const { paintMs } = await seenBy(page)
  await page.context().close()
  await close()
  return paintMs
}
