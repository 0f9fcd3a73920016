import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Runs after `changeset version`: writes the new version into code that cannot read its package.json. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as { version: string }
const path = join(root, 'packages/sdk/src/version.ts')
const text = readFileSync(path, 'utf8')
const next = text.replace(/version = '[^']*'/, `version = '${version}'`)
if (!next.includes(`version = '${version}'`)) throw new Error(`${path} names no version`)
writeFileSync(path, next)
