import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Reloads the page of usage until it has a row: requests are counted there within a second. */
export const waitForUsageRow = (page: Page, row: RegExp): Promise<void> =>
  expect
    .poll(async () => {
      await page.reload()
      const shown = page.getByRole('row', { name: row }).waitFor({ timeout: 1_000 })
      return shown.then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
