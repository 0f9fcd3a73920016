import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** What people run. */
export const p2pProgram = at('bin/p2p.mjs')

/** Builds the program anew when its own sources are newer: an old build proves nothing. */
export function buildWhenStale(): void {
  const built = at('dist/main.js')
  if (existsSync(built) && statSync(built).mtimeMs > newestIn(at('src'))) return
  const tsup = at('../../node_modules/tsup/dist/cli-default.js')
  const { status, stderr } = spawnSync(process.execPath, [tsup, '--config', '../../tsup.config.ts'], {
    cwd: at('.'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build failed: ${stderr}`)
}

const newestIn = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.endsWith('.test.ts') && !name.startsWith('testing'))
      .map((name) => statSync(join(folder, name)).mtimeMs),
  )
