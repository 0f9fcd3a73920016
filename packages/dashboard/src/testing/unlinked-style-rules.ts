import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildPages } from './build-pages.js'

/**
 * Style rules of other pages that match an element of this page. Such an element looks different after navigation from
 * there, or relies on styles that its page doesn't load.
 */
export async function unlinkedStyleRules(page: Page): Promise<readonly string[]> {
  const names = readdirSync(join(await buildPages(), 'assets'))
  const all = names.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`)
  return page.evaluate(findUnlinkedStyleRules, all)
}

/** Runs in the page, so it takes nothing along. */
async function findUnlinkedStyleRules(all: readonly string[]): Promise<string[]> {
  const own = [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href'))

  const selectorsIn = (rules: CSSRuleList): readonly string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return [rule.selectorText]
      return rule instanceof CSSGroupingRule ? selectorsIn(rule.cssRules) : []
    })
  const fits = (selector: string): boolean => document.querySelector(selector.replaceAll(/::[a-z-]+/g, '')) !== null

  const found: string[] = []
  for (const path of all) {
    if (own.includes(path)) continue
    const sheet = await new CSSStyleSheet().replace(await (await fetch(path)).text())
    for (const selector of selectorsIn(sheet.cssRules)) if (fits(selector)) found.push(`${selector} of ${path}`)
  }
  return found
}
