import type { Page } from 'playwright-core'
import { axeFindings } from './axe.js'
import { faintTexts } from './contrast.js'
import { overflowOf } from './visit.js'

const viewports = [
  ['light', 1280],
  ['light', 320],
  ['dark', 360],
  ['dark', 768],
] as const

/**
 * Returns layout faults of a page: horizontal overflow, low contrast, or axe findings on a phone or a tablet. Check
 * English in full, then Ukrainian for overflow only.
 */
export async function layoutFaults(page: Page, part = 'html'): Promise<readonly string[]> {
  const faults: string[] = []
  const checkOverflow = async (language: 'en' | 'uk', width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await overflowOf(page)
    if (overflow > 0) faults.push(`${language}: ${overflow} px to scroll sideways at ${width} px`)
  }
  for (const [theme, width] of viewports) {
    await page.emulateMedia({ colorScheme: theme })
    await checkOverflow('en', width)
    for (const faint of await faintTexts(page)) faults.push(`${theme}: too faint at ${width} px: ${faint}`)
    if (width === 320 || width === 768)
      for (const finding of await axeFindings(page, part, ['color-contrast'])) faults.push(`${width} px: ${finding}`)
  }
  await inUkrainian(page)
  for (const [, width] of viewports) await checkOverflow('uk', width)
  return faults
}

async function inUkrainian(page: Page): Promise<void> {
  await page.locator('.language').evaluate((button) => (button as HTMLElement).click())
  await page.locator('.language[lang=en]').waitFor({ state: 'attached' })
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
}
