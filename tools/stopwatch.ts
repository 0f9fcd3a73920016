// Ten journeys of a visitor on a server with default settings: `pnpm stopwatch`. Prints clicks, texts typed and seconds.
import { openBrowser, startPages } from '@p2p-rates/dashboard/testing'
import type { Page } from 'playwright-core'

type Hand = ReturnType<typeof handOf>
type Journey = {
  readonly name: string
  readonly go?: (by: Hand, page: Page) => Promise<unknown>
  /** Selector of an element that appears once the visitor has the answer. */
  readonly shows: string
}

const journeys: readonly Journey[] = [
  { name: 'what a usual amount buys, and where', shows: '.answer-sum' },
  {
    name: 'what 7,500 UAH buy with my bank',
    go: async (by, page) => {
      await chooseAmountAndBank(by)
      await page.waitForURL(/amount=7500.*method=|method=.*amount=7500/)
    },
    shows: '.answer-sum',
  },
  {
    name: 'the three best ads of my bank, and the same sum at the others',
    go: async (by) => {
      await chooseAmountAndBank(by)
      await by.click('a[href^="/banks/"]')
    },
    shows: 'main .records >> nth=1',
  },
  {
    name: 'is 41.9 a fair price?',
    go: async (by) => {
      await by.click('.offered input')
      await by.type('41.9')
    },
    shows: '.offered >> text=/confidence/i',
  },
  {
    name: 'why the cheapest ad is not trusted',
    go: async (by) => {
      await by.click('nav a[href^="/ads/"]')
      await by.click('table.ads .folded button')
      await by.click('table.ads .judgement button')
    },
    shows: '.reason-sentences',
  },
  {
    name: 'the prices that are not trusted today',
    go: async (by) => {
      await by.click('a[href^="/banks/"]')
      await by.click('a[href^="/lures/"]')
    },
    shows: 'main .records',
  },
  {
    name: 'a round trip between two exchanges',
    go: (by) => by.click('nav a[href^="/arbitrage"]'),
    shows: '.best-trip',
  },
  {
    name: 'the market as someone with 100 orders sees it',
    go: async (by, page) => {
      await by.click('.about-me button')
      await by.click('.about-me input')
      await by.type('100')
      await page.keyboard.press('Enter')
    },
    shows: '.about-me >> text=100 orders',
  },
  {
    name: 'another currency',
    go: async (by, page) => {
      await by.click('.asking .picker button')
      await by.type('EUR')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/market/EUR')
    },
    shows: '.answer-sum',
  },
  {
    name: 'the page in Ukrainian',
    go: async (by, page) => {
      // On a phone, it is behind "More".
      if ((page.viewportSize()?.width ?? 0) < 640) await by.click('nav :text-is("More")')
      await by.click('button[lang="uk"]')
    },
    shows: 'html[lang="uk"]',
  },
]

async function chooseAmountAndBank(by: Hand): Promise<void> {
  await by.click('.asking input')
  await by.type('7500')
  await by.click('.asking .picker:last-of-type button >> nth=-1')
  await by.type('mono')
  await by.click('.pop-up [role="option"] >> nth=0')
}

/** Clicks and types as a person would, with a pause of 120 ms after each key, and counts it. */
function handOf(page: Page) {
  const hand = {
    clicks: 0,
    typed: 0,
    click: async (selector: string) => {
      await page.locator(selector).filter({ visible: true }).first().click()
      hand.clicks += 1
    },
    type: async (text: string) => {
      await page.keyboard.type(text, { delay: 120 })
      hand.typed += 1
    },
  }
  return hand
}

const pages = await startPages({}, { historyDays: 3, fiats: ['UAH', 'EUR'], crossed: { UAH: 4 } })
const browser = await openBrowser()
try {
  process.stdout.write(
    '| Journey from the start page | Clicks | Texts | Seconds at 1280 | at 360 |\n|---|---|---|---|---|\n',
  )
  for (const { name, go, shows } of journeys) {
    const seconds: string[] = []
    let counted = ''
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      const startedAt = performance.now()
      await page.goto(`${pages.url}/`)
      const hand = handOf(page)
      try {
        await go?.(hand, page)
        await page.locator(shows).first().waitFor()
        seconds.push(((performance.now() - startedAt) / 1000).toFixed(1))
      } catch (error) {
        process.stderr.write(`${name}, ${width} px: ${String(error)}\n`)
        seconds.push('not possible')
      }
      counted = `${hand.clicks} | ${hand.typed}`
      await context.close()
    }
    process.stdout.write(`| ${name} | ${counted} | ${seconds.join(' | ')} |\n`)
  }
} finally {
  await browser.close()
  await pages.stop()
}
