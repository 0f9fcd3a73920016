import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownPages } from '@p2p-rates/server/testing'
import { expect, test } from 'vitest'
import { readText } from './source-files-and-imports.js'

const source = 'packages/dashboard/src'
const root = join(dirname(dirname(fileURLToPath(import.meta.url))), source)

const patterns = new Map(
  readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/route.ts'))
    .flatMap((path) => [
      ...readText(`${source}/pages/${path}`).matchAll(/export const (\w+) = defineRoute\(\s*'([^']+)'/g),
    ])
    .map(([, name, pattern = '']) => [name, pattern] as const),
)

const routes = [
  ...readText(`${source}/pages/all-pages.ts`).matchAll(/page\(\s*(\w+),\s+async .*import\('\.\/([\w/-]+)\.js'\)/g),
].map(([, name, module]) => [patterns.get(name) ?? `no route ${name}`, `pages/${module}.tsx`] as const)

test('every page of the dashboard is one that the server knows, with the part that draws it', () => {
  expect(routes.length).toBe(patterns.size)
  for (const [pattern, module] of routes) {
    expect(existsSync(join(root, module))).toBe(true)
    const known = knownPages.find((page) => page.pattern === pattern)
    expect([pattern, known?.module]).toEqual([pattern, module])
  }
})

test('a page of the dashboard that needs an account is shown by the server to its user only', () => {
  for (const page of knownPages) {
    const routed = routes.find(([pattern]) => pattern === page.pattern)
    if (routed === undefined) continue
    const isAboutAccounts = page.pattern.startsWith('/dev') || page.pattern.startsWith('/admin')
    expect([page.pattern, page.access === 'session']).toEqual([page.pattern, isAboutAccounts])
  }
})
