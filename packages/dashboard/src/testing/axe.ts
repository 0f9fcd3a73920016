import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations that axe finds in a page, or in a part of it. `leaveOut` names rules that another check covers. */
export const axeFindings = (
  page: Page,
  part = 'html',
  leaveOut: readonly string[] = [],
): Promise<readonly string[]> => {
  const rules = Object.fromEntries(leaveOut.map((rule) => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  return page.evaluate(`globalThis.axe ?? (() => { ${axe} })();
    globalThis.axe.run(document.querySelector(${JSON.stringify(part)}), ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | ')))`)
}
