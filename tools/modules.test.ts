import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  edgesBetween,
  importsOf,
  isForTests,
  packagesNeededBy,
  productFiles,
  readDrawing,
  readText,
  undrawn,
  unused,
  upward,
} from './source-files-and-imports.js'

const packagesFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages')
const serverFiles = productFiles('packages/server/src')

const packageOf = (target: string): string | null => /^(?:packages|@p2p-rates)\/(\w+)/.exec(target)?.[1] ?? null

/** Module of a server file; files outside the folders are entry points of `app`. */
const moduleOf = (target: string): string | null => {
  const [, name, end] = /^packages\/server\/src\/([\w-]+)(\/|\.ts$)/.exec(target) ?? []
  return name === undefined ? null : end === '/' ? name : 'app'
}

const foldersIn = (folder: string) =>
  readdirSync(join(packagesFolder, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

describe.each([
  ['The packages', productFiles('packages').filter((path) => /^packages\/\w+\/src\//.test(path)), packageOf],
  ["The server's modules", serverFiles, moduleOf],
] as const)('the drawing "%s" in ARCHITECTURE.md', (heading, files, partOf) => {
  const drawing = readDrawing(heading)
  const edges = edgesBetween(files, partOf)

  test('has every part that there is, and no other', () => {
    expect([...drawing.keys()].toSorted()).toEqual([...new Set(files.map(partOf))].toSorted())
  })
  test('has every import between two parts: one that is not drawn is not allowed', () => {
    expect(edges.length).toBeGreaterThan(10)
    expect(undrawn(edges, drawing)).toEqual([])
  })
  test('has no arrow that nothing imports along', () => {
    expect(unused(edges, drawing)).toEqual([])
  })
  test('leads down only: nothing imports in a circle', () => {
    expect(upward(drawing)).toEqual([])
  })
})

test('ARCHITECTURE.md describes every module of the server', () => {
  const [, chapter = ''] = readText('ARCHITECTURE.md').split("\n## The server's modules\n")
  const rows = [...chapter.matchAll(/^\| ([`\w, -]+) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? [])
  expect(rows.filter((name) => name !== 'Module' && !/^-+$/.test(name)).toSorted()).toEqual(
    foldersIn('server/src').filter((name) => name !== 'testing'),
  )
})

/** Each of these is known in one place only. */
const homes: Readonly<Record<string, RegExp>> = {
  koa: /\/http\//,
  '@koa/router': /\/http\//,
  '@photostructure/sqlite': /\/storage\/sqlite\//,
  pg: /\/storage\/postgres\//,
  '@redis/client': /\/base\/redis\//,
  pino: /\/base\/log\//,
  'prom-client': /\/base\/metrics\//,
  commander: /\/cli\//,
  '@modelcontextprotocol/server': /\/http\/mcp\//,
}

test.each(Object.entries(homes))('of the server only one room imports %s', (name, home) => {
  const importers = serverFiles.filter((path) => importsOf(path).includes(name))
  expect(importers).not.toEqual([])
  expect(importers.filter((path) => !home.test(path))).toEqual([])
})

const knowing = (room: string) =>
  serverFiles.filter((path) => !path.includes(room) && importsOf(path).some((target) => target.includes(room)))

test('which store is behind the ports is known to choose-store.ts alone, and to what copies one into another', () => {
  expect(knowing('/storage/sqlite/')).toEqual([
    'packages/server/src/storage/choose-store.ts',
    'packages/server/src/storage/transfer/sqlite-copy.ts',
  ])
  expect(knowing('/storage/postgres/')).toEqual([
    'packages/server/src/storage/choose-store.ts',
    'packages/server/src/storage/transfer/postgres-copy.ts',
  ])
})

test.each([
  ['storage/transfer/postgres-copy', 'storage/transfer/open-copy-source-and-target.ts', './postgres-copy.js'],
  ['storage/postgres/postgres-store-location', 'storage/choose-store.ts', './postgres/postgres-store-location.js'],
])('what PostgreSQL needs is loaded where one is named, and not before: %s', (room, from, name) => {
  const door = `packages/server/src/${from}`
  expect(knowing(`/${room}.ts`)).toContain(door)
  expect(readText(door)).toContain(`import('${name}')`)
  expect(readText(door)).not.toContain(`from '${name}'`)
})

test('outside of its door sdk/direct the SDK needs no package at all, only types', () => {
  const files = productFiles('packages/sdk/src').filter((path) => !path.includes('/sdk/src/direct/'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => packagesNeededBy(path).some((name) => !name.startsWith('node:')))).toEqual([])
})

test('pages carry no schema: of contract and core they take types alone, words, and the rule of webhooks', () => {
  const files = productFiles('packages/dashboard/src')
  expect(files.length).toBeGreaterThan(20)
  // The build writes out what this file takes of the core.
  const shipped = files.filter((path) => !path.endsWith('/listed/core-lists.ts'))
  const carried = new Set(shipped.flatMap((path) => packagesNeededBy(path)))
  const allowed = /^(preact(\/hooks)?|uplot(\/.*)?|@p2p-rates\/sdk|@p2p-rates\/contract\/(crossing|words(\/(en|uk))?))$/
  expect([...carried].filter((name) => !allowed.test(name))).toEqual([])
})

test('shipped code imports no code for tests', () => {
  const shipped = productFiles('packages').filter((path) => /^packages\/\w+\/src\//.test(path))
  expect(shipped.filter((path) => importsOf(path).some((target) => isForTests(target)))).toEqual([])
})

test('core asks no clock and no chance outside of core/node', () => {
  const pure = productFiles('packages/core/src').filter((path) => !path.startsWith('packages/core/src/node/'))
  expect(pure.length).toBeGreaterThan(30)
  const impure = /Date\.now|Math\.random|new Date\(\)|performance\.|process\./
  expect(pure.filter((path) => impure.test(readText(path)))).toEqual([])
})

test('every answer 429 of the server is made in base/errors/too-many.ts', () => {
  const maker = 'packages/server/src/base/errors/too-many.ts'
  // Exchanges limit their callers, too; `ingest` reads that and answers nothing.
  const answering = serverFiles.filter((path) => !/\/server\/src\/ingest\//.test(path))
  expect(answering).toContain(maker)
  const making = /\(429,|(?::|===) 429\b|'(?:rate_limited|quota_exceeded|stream_limit)'/
  expect(answering.filter((path) => path !== maker && making.test(readText(path)))).toEqual([])
})
