import { trackRecord } from '@p2p-rates/contract'
import { describe, expect, test } from 'vitest'
import { needsChromium } from '../../testing/browser.js'
import { serveBuiltPages } from '../../testing/built-pages.js'
import { inBrowser } from '../../testing/in-browser.js'
import { knownReply } from '../../testing/known-market.js'
import { layoutFaults } from '../../testing/layout-faults.js'

describe('the page of the track record', needsChromium, () => {
  const { all } = trackRecord.example
  const few = { ...all, bait: { cases: 99, count: 3, share_pct: null } }
  const body = { ...trackRecord.example, all: few }
  const stage = inBrowser(() =>
    serveBuiltPages(
      knownReply(({ pathname }) => (pathname === '/track-record' ? { body } : null)),
      {},
      () => {},
    ),
  )

  test.each([360, 1280])(
    'each percentage has its cases, and too few cases have no percentage, at %i pixels',
    async (width) => {
      const page = await stage().open({ path: '/track-record', width })
      await page.locator('table.records').first().waitFor()
      const [total, high] = await page.locator('table.records').first().locator('tbody tr').allInnerTexts()
      expect(total).toMatch(/All best prices\s[\s\S]*560[\s\S]*94\.98\s% of 558[\s\S]*99 cases/)
      expect(high).toMatch(/High confidence[\s\S]*1\.11\s% of 540/)
      expect(await layoutFaults(page, 'main')).toEqual([])
    },
  )
})
