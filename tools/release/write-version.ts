import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Runs after `changeset version`: writes the new version into code that cannot read its package.json. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as { version: string }
for (const file of ['packages/sdk/src/version.ts', 'clients/python/src/p2p_rates/_version.py']) {
  const path = join(root, file)
  const next = readFileSync(path, 'utf8').replace(/(version(?:__)?) = '[^']*'/, `$1 = '${version}'`)
  if (!next.includes(` = '${version}'`)) throw new Error(`${path} names no version`)
  writeFileSync(path, next)
}
