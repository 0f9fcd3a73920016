// Pictures of every page as `npm run demo` shows it, to be looked at: `pnpm shots [--only market,book] [--to shots]`.
// `pnpm shots --documents` makes the few that README and docs show.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '@p2p-rates/dashboard/testing'
import type { Browser, BrowserContext } from 'playwright-core'
import { type RunningDemo, startDemo } from './running-demo.js'
import { type Scene, scenes } from './shots/scenes.js'

// Globals of the page, for functions that run in it.
declare const localStorage: { setItem(key: string, value: string): void }
declare const window: { scrollTo(x: number, y: number): void }
declare const Image: new () => { src: string; readonly width: number; readonly height: number; decode(): Promise<void> }
declare const document: {
  readonly body: { readonly scrollHeight: number }
  createElement(name: 'canvas'): {
    getContext(kind: '2d'): { drawImage(picture: object, x: number, y: number): void }
    toDataURL(type: string, quality: number): string
  }
}

type Appearance = {
  readonly theme: 'light' | 'dark'
  readonly language: 'en' | 'uk'
  readonly width: number
}

const appearances: readonly Appearance[] = [
  { theme: 'light', language: 'en', width: 1280 },
  { theme: 'dark', language: 'en', width: 1280 },
  { theme: 'light', language: 'uk', width: 360 },
  { theme: 'dark', language: 'en', width: 360 },
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'shots' },
    documents: { type: 'boolean', default: false },
  },
})
const wanted = values.only.split(',').filter((name) => name !== '')

const documents = [
  { scene: 'market', theme: 'light' },
  { scene: 'book', theme: 'light' },
  { scene: 'dev', theme: 'dark' },
  { scene: 'new-webhook', theme: 'light' },
] as const
const documentsFolder = 'docs/pictures'

const main = async (): Promise<void> => {
  mkdirSync(values.documents ? documentsFolder : values.to, { recursive: true })
  const demo = await startDemo()
  const browser = await openBrowser()
  try {
    const member = await logIn(browser, demo)
    if (values.documents) {
      for (const { scene: name, theme } of documents) {
        const scene = scenes.find((one) => one.name === name)
        if (scene === undefined) throw new Error(`there is no scene ${name}`)
        const png = await take(browser, demo.url, scene, { theme, language: 'en', width: 1280 }, member, 1_000)
        writeFileSync(join(documentsFolder, `${name}.webp`), await asWebp(browser, png))
      }
      return
    }
    for (const look of appearances)
      for (const scene of scenes)
        if (wanted.length === 0 || wanted.includes(scene.name)) {
          const name = `${scene.name}-${look.language === 'en' ? '' : `${look.language}-`}${look.theme}-${look.width}.png`
          writeFileSync(join(values.to, name), await take(browser, demo.url, scene, look, member, null))
          console.log(name)
        }
  } finally {
    await browser.close()
    await demo.stop()
  }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const logIn = async (browser: Browser, demo: RunningDemo): Promise<State> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(demo.loginLink)
  await page.waitForURL('**/dev')
  const state = await context.storageState()
  await context.close()
  return state
}

const take = async (
  browser: Browser,
  url: string,
  scene: Scene,
  look: Appearance,
  member: State,
  height: number | null,
): Promise<Buffer> => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: height ?? (look.width < 640 ? 780 : 900) },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    ...(scene.member === true && { storageState: member }),
  })
  await context.addInitScript((language) => localStorage.setItem('p2p-language', language), look.language)
  const page = await context.newPage()
  await page.goto(url + scene.path)
  await page.locator(scene.shows).first().waitFor({ timeout: 20_000 })
  await scene.prepare?.(page)
  // Scroll down once to load lazy parts.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForTimeout(300)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  const png = await page.screenshot({ fullPage: height === null })
  await context.close()
  return png
}

/** Convert to WebP: a third of the size without a visible difference. */
const asWebp = async (browser: Browser, png: Buffer): Promise<Buffer> => {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
      canvas.getContext('2d').drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', 0.8)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

await main()
