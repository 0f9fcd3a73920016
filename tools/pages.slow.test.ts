import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownPages } from '@p2p-rates/server/testing'
import { expect, test } from 'vitest'
import { readText } from './source-files-and-imports.js'

const source = 'packages/dashboard/src'
const root = join(dirname(dirname(fileURLToPath(import.meta.url))), source)
const entries = readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('page-routes.ts'),
)

const routes = entries.flatMap((path) => {
  const text = readText(`${source}/pages/${path}`)
  const patterns = [...text.matchAll(/defineRoute\(\s*'([^']+)'/g)].map(([, pattern = '']) => pattern)
  const modules = [...text.matchAll(/import\('\.\/([\w/-]+)\.js'\)/g)].map(
    ([, name]) => `pages/${dirname(path)}/${name}.tsx`,
  )
  expect([path, patterns.length]).toEqual([path, modules.length])
  return patterns.map((pattern, at) => [pattern, modules[at] ?? ''] as const)
})

test('every page of the dashboard is one that the server knows, with the part that draws it', () => {
  expect(routes.length).toBeGreaterThan(5)
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
