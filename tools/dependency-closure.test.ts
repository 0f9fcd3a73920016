import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closureOf } from './dependency-closure.js'
import { repository } from './throw-away-copy.js'

const closure = new Map(
  [...closureOf(join(repository, 'packages/server'))].map(([key, { manifest }]) => [key, manifest]),
)

test('the server brings at most 65 packages, four of them for its router, one for mails, and 15 for PostgreSQL and Redis', () => {
  const others = [...closure.keys()].filter((key) => !key.startsWith('@p2p-rates/'))
  const ofEngines = others.filter((key) =>
    /^(?:pg\b|pg-|pgpass|postgres-|split2|xtend|@redis\/|@opentelemetry\/)/.test(key),
  )
  expect(ofEngines.length).toBeLessThanOrEqual(15)
  expect(others.length - ofEngines.length).toBeLessThanOrEqual(65)
})

test('one of them has an unneeded install script: the driver brings its binaries', () => {
  const scripted = [...closure.values()].filter(({ scripts = {} }) =>
    ['preinstall', 'install', 'postinstall'].some((script) => script in scripts),
  )
  expect(scripted.map(({ name, scripts }) => [name, scripts?.install])).toEqual([
    ['@photostructure/sqlite', 'node-gyp-build'],
  ])
  // Every test with a database in this suite runs without it.
  expect(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')).toContain('"@photostructure/sqlite": false')
})
