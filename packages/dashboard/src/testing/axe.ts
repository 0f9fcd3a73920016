import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Violations that axe finds in a page, or in a part of it. `leaveOut` names rules that another check covers. */
export const axeFindings = (
  page: Page,
  part = 'html',
  leaveOut: readonly string[] = [],
): Promise<readonly string[]> => {
  const rules = Object.fromEntries(leaveOut.map((rule) => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  return page.evaluate(`globalThis.axe ?? (() => { ${axe.source} })();
    globalThis.axe.run(document.querySelector(${JSON.stringify(part)}), ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | ')))`)
}
