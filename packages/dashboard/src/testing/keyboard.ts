import type { Page } from 'playwright-core'

export type Keyboard = {
  readonly focused: () => Promise<string>
  readonly tabTo: (name: string) => Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
      return (label ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim()
    })

  async function tabTo(name: string): Promise<void> {
    const passed: string[] = []
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab')
      const here = await focused()
      if (here === name) return
      passed.push(here)
    }
    throw new Error(`no way to ${name}: ${passed.join(', ')}`)
  }

  return { focused, tabTo }
}
