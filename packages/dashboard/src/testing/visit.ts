import type { Browser, Page } from 'playwright-core'

export type Visit = {
  readonly path: string
  readonly width?: number
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'uk'
}

export async function visit(browser: Browser, url: string, { path, width, theme, language }: Visit): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: width ?? 1280, height: 900 },
    colorScheme: theme ?? 'light',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('p2p-language', chosen), language ?? 'en')
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  await page.goto(url + path)
  return page
}

/** Horizontal overflow in pixels, after width-dependent drawings have adapted. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return Math.max(0, document.documentElement.scrollWidth - window.innerWidth)
  })
