import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './throw-away-copy.js'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

/** Everything that `npm install @p2p-rates/server` brings, by name and version. */
const closureOf = (folder: string, found = new Map<string, Manifest>()): ReadonlyMap<string, Manifest> => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const key = `${manifest.name}@${manifest.version}`
  if (found.has(key)) return found
  found.set(key, manifest)
  for (const name of Object.keys(manifest.dependencies ?? {})) closureOf(folderOf(name, folder), found)
  return found
}

const folderOf = (name: string, from: string): string => {
  const folder = join(from, 'node_modules', name)
  return existsSync(folder) ? realpathSync(folder) : folderOf(name, dirname(from))
}

const closure = closureOf(join(repository, 'packages/server'))

test('the server brings at most 64 packages, four of them for its router', () => {
  expect([...closure.keys()].filter((key) => !key.startsWith('@p2p-rates/')).length).toBeLessThanOrEqual(64)
})

test('one of them has an install script, whose work nobody needs: the driver brings its binaries', () => {
  const scripted = [...closure.values()].filter(({ scripts = {} }) =>
    ['preinstall', 'install', 'postinstall'].some((script) => script in scripts),
  )
  expect(scripted.map(({ name, scripts }) => [name, scripts?.install])).toEqual([
    ['@photostructure/sqlite', 'node-gyp-build'],
  ])
  // Every test with a database in this suite runs without it.
  expect(readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8')).toContain('"@photostructure/sqlite": false')
})
