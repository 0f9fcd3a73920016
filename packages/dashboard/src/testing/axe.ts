import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has to say against a page, or a part of it. */
export const axeFindings = (page: Page, part = 'html'): Promise<readonly string[]> =>
  page.evaluate(`${axe}; axe.run(document.querySelector(${JSON.stringify(part)})).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | ')))`)
