import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints, marketEndpoints } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { sourcesOfMarketEndpoint, sourcesOfServerEndpoint, tests } from './codemods/one-more-endpoint.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

/** The places that a page's table lists in its rows, by their numbers; one without a number belongs to the row above. */
const placesOn = (page: string, name: string): readonly (readonly [number: string, place: string])[] =>
  [...read(page).matchAll(/^\| (\d*) ?\| `(packages\/[^`]+)` \|/gm)].map(([, number = '', place = '']) => [
    number,
    place.replaceAll(/<name>|<id>/g, name),
  ])

const productSources = (): string[] =>
  readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-]+\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => /^packages\/\w+\/src\//.test(path) && !path.includes('/testing/'))

test('the page says where an endpoint goes: at most three source files, one of them for an answer of one market', () => {
  const places = placesOn('docs/adding-an-endpoint.md', 'fiats')
  expect(places.map(([number]) => number)).toEqual(['1', '2', '3'])
  expect(Object.keys(sourcesOfServerEndpoint).map(withoutTheme)).toEqual(places.map(([, place]) => place))
  expect(Object.keys(sourcesOfMarketEndpoint)).toHaveLength(1)
  expect(read('docs/adding-an-endpoint.md').replace(/\s+/g, ' ')).toContain(
    "A new endpoint takes at most 3 source files. If one currency's current market is enough for the answer, the endpoint takes 1 file",
  )
})

const withoutTheme = (path: string): string => path.replace(/endpoints\/\w+\//, 'endpoints/<theme>/')

test('the walk fits the code as it is: every edit finds its place, and adds something', () => {
  for (const [path, edit] of Object.entries({ ...sourcesOfMarketEndpoint, ...sourcesOfServerEndpoint, ...tests }))
    expect(edit(read(path)).length, path).toBeGreaterThan(read(path).length)
})

test('server and direct client have no file for an answer of one market', () => {
  const names = Object.keys(marketEndpoints)
  expect(names).toContain('rates')
  const endpointFiles = productSources().filter((path) =>
    /\/server\/src\/http\/routes\/|\/sdk\/src\/direct\//.test(path),
  )
  expect(endpointFiles.length).toBeGreaterThan(20)
  expect(endpointFiles.filter((path) => names.some((name) => path.endsWith(`/${name}.ts`)))).toEqual([])
  expect(endpoints.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})

test('the page says where an exchange goes: its file, fixtures, its half of the simulator and a line in a list', () => {
  const places = placesOn('docs/adding-an-exchange.md', 'htx').map(([, place]) => place)
  const knowing = productSources().filter((path) => /\bhtx\b/.test(read(path)))
  expect(knowing.filter((path) => !places.some((place) => path === place || path.startsWith(place)))).toEqual([])
  const unused = places.filter((place) => !knowing.some((path) => path.startsWith(place)))
  expect(unused).toEqual(['packages/core/fixtures/htx/'])
  expect(readdirSync(join(root, 'packages/core/fixtures/htx')).length).toBeGreaterThan(2)
})
