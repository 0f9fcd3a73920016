import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { P2P } from '@p2p-rates/sdk'
import { startServer } from '@p2p-rates/server/testing'
import type { Browser, Frame } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { axeFindings } from '../testing/axe.js'
import { needsChromium } from '../testing/browser.js'
import { faintTexts } from '../testing/contrast.js'
import { hostileNames } from '../testing/hostile-names.js'
import { inBrowser } from '../testing/in-browser.js'
import { overflowOf } from '../testing/visit.js'

const cut = (name: string): string => [...name.trim()].slice(0, 64).join('').trim()

describe('a price board', needsChromium, () => {
  const stage = inBrowser(async () => {
    const server = await startServer({ historyDays: 0, fiats: ['UAH'], exchanges: ['okx', 'binance'] })
    const client = new P2P({ baseUrl: server.url, apiKey: server.keys.Pro, maxRetries: 0 })
    const names = hostileNames(15).map(cut)
    const rules: string[] = []
    for (const [at, name] of names.entries())
      rules.push((await client.rules.create({ name, side: at % 2 === 0 ? 'BUY' : 'SELL', step: 0.01 })).id)
    const titles = names.slice(0, 4)
    const boards = []
    for (const title of titles) boards.push(await client.boards.create({ title, rules, tz: 'Europe/Kyiv' }))
    return { ...server, boards, names }
  })

  const showOn = async (browser: Browser, html: string, look: Parameters<Browser['newContext']>[0]) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(`<!doctype html><title>Desk</title>${html}`)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const context = await browser.newContext(look)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', () => complaints.push('a dialog'))
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    return { page, complaints }
  }

  const framesOf = (frames: readonly Frame[]) => frames.filter((frame) => frame.url().includes('/board/'))

  test.each([320, 900])(
    'stands in a frame of another origin without scripts, %i px wide, whatever it is called',
    async (width) => {
      const { pages, browser } = stage()
      const html = pages.boards
        .map(({ url }) => `<iframe src="${url}" width="${width - 20}" height="400"></iframe>`)
        .join('')
      const { page, complaints } = await showOn(browser, html, {
        javaScriptEnabled: false,
        viewport: { width, height: 900 },
      })
      const frames = framesOf(page.frames())
      expect(frames).toHaveLength(4)
      for (const frame of frames) {
        await frame.locator('li').first().waitFor()
        expect(await frame.locator('li b').allInnerTexts()).toEqual(
          Array.from({ length: 15 }, () => expect.stringMatching(/^\d[\d.,]*$/)),
        )
        expect(await frame.locator('script, img, svg, style ~ style, a').count()).toBe(0)
        expect(await frame.locator('footer time').innerText()).toMatch(/^As of \d\d:\d\d, Kyiv time · \d+ \w+$/)
      }
      expect(complaints).toEqual([])
    },
  )

  test('runs nothing where scripts are allowed, fits, and accessibility is checked but for the reload', async () => {
    const { pages, browser } = stage()
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    for (const address of pages.boards.flatMap(({ url, screen_url }) => [url, screen_url])) {
      await page.goto(address)
      for (const [colorScheme, width] of [
        ['light', 320],
        ['dark', 1280],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect([width, await overflowOf(page)]).toEqual([width, 0])
        expect(await faintTexts(page)).toEqual([])
      }
      // Without scripts there is no other way to show the next price.
      expect(await axeFindings(page, 'html', ['meta-refresh', 'color-contrast'])).toEqual([])
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    }
  })

  test('its own policy lets its styles in and nothing else', async () => {
    const { pages, browser } = stage()
    const context = await browser.newContext({ colorScheme: 'dark' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    for (const address of pages.boards.flatMap(({ url, svg_url, screen_url }) => [url, svg_url, screen_url])) {
      await page.goto(address)
      expect(complaints).toEqual([])
      const styled = await page.evaluate(() => {
        const element = document.querySelector('rect') ?? document.body
        const { fill, backgroundColor } = getComputedStyle(element)
        return element.tagName === 'rect' ? fill : backgroundColor
      })
      expect(styled).toBe('rgb(14, 17, 22)')
    }
  })

  test('is a picture of valid XML, fits its text and is shown as an image', async () => {
    const { pages, browser } = stage()
    const html = pages.boards.map(({ svg_url }) => `<img src="${svg_url}" alt="">`).join('')
    const { page, complaints } = await showOn(browser, html, {})
    const shown = await page.locator('img').evaluateAll((images) =>
      images.map((image) => {
        const { complete, naturalWidth, naturalHeight } = image as HTMLImageElement
        return complete && naturalWidth >= 280 && naturalHeight > 15 * 50
      }),
    )
    expect(shown).toEqual([true, true, true, true])
    expect(complaints).toEqual([])

    for (const { svg_url } of pages.boards) {
      const text = await (await fetch(svg_url)).text()
      const judged = await page.evaluate((svg) => {
        const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml')
        const elements = [...parsed.querySelectorAll('*')]
        return {
          faults: parsed.querySelectorAll('parsererror').length,
          names: [...new Set(elements.map(({ localName }) => localName))].sort(),
          outside: elements.flatMap((element) =>
            [...element.attributes].filter(({ name }) => /^(on|href|xlink|style$)/.test(name)).map(({ name }) => name),
          ),
        }
      }, text)
      expect(judged).toEqual({
        faults: 0,
        names: ['path', 'rect', 'style', 'svg', 'text', 'title'],
        outside: [],
      })
    }

    const own = await browser.newPage()
    await own.goto(pages.boards[0]?.svg_url ?? '')
    const beyond = await own.evaluate(() => {
      const box = document.documentElement.getBoundingClientRect()
      return [...document.querySelectorAll('svg > text')].filter((text) => {
        const { left, right } = text.getBoundingClientRect()
        return left < box.left || right > box.right
      }).length
    })
    expect(beyond).toBe(0)
    await own.close()
  })
})
