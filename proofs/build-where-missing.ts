import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtServer } from './server-process.js'

/** `npm test` builds before it tests; whoever runs the tests alone gets a build here. */
export function buildWhereMissing(): void {
  if (existsSync(builtServer)) return
  const pnpm = fileURLToPath(new URL('../node_modules/.bin/pnpm', import.meta.url))
  const build = spawnSync(pnpm, ['run', 'build'], { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  if (build.status !== 0) throw new Error(`The server is not built, and cannot be: ${build.stderr}`)
}
