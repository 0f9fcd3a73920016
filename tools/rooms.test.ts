import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(test|prop\.test|contract)\.ts$/.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('/testing/'))

const containing = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

test('core asks no clock and no chance outside of core/node', () => {
  const pure = sources('packages/core/src').filter((path) => !path.startsWith('packages/core/src/node/'))
  expect(pure.length).toBeGreaterThan(30)
  expect(containing(pure, /Date\.now|Math\.random|new Date\(\)|performance\.|process\./)).toEqual([])
})

test('in the server Koa lives in http/ alone, and only the composition root and the operator open the store', () => {
  const server = sources('packages/server/src')
  const outside = (folder: string) => server.filter((path) => !path.startsWith(`packages/server/src/${folder}`))
  expect(containing(outside('http/'), /from 'koa'|from '@koa\//)).toEqual([])
  const openers = containing(outside('store/'), /from '\.\.?\/store\//)
  expect(openers.filter((path) => !/\/(build|far-past-worker|index|operator\/[\w-]+)\.ts$/.test(path))).toEqual([])
})

test('only store/choose-store.ts knows which store keeps the data: nothing else outside of store/sqlite/ names it', () => {
  const server = sources('packages/server/src').filter((path) => !path.startsWith('packages/server/src/store/sqlite/'))
  expect(containing(server, /from '[^']*\/sqlite\//)).toEqual(['packages/server/src/store/choose-store.ts'])
})

test('what is shown is read without a collector: market/ imports nothing of collecting/', () => {
  const reading = sources('packages/server/src/market')
  expect(reading.length).toBeGreaterThan(5)
  expect(containing(reading, /from '\.\.\/collecting\//)).toEqual([])
})

test('nobody imports the server or the command line but who runs them', () => {
  for (const name of ['core', 'contract', 'simulator'])
    expect(containing(sources(`packages/${name}/src`), /from '@p2p-rates\/(server|cli)/)).toEqual([])
})
