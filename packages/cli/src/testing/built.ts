import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** What people run. */
export const p2pProgram = at('bin/p2p.mjs')

/** Builds the program anew when its own sources are newer: an old build proves nothing. Test files run side by side. */
export async function buildWhenStale(): Promise<void> {
  const lock = at('node_modules/.building')
  while (!taken(lock)) await pause(100)
  try {
    const built = at('dist/main.js')
    if (existsSync(built) && statSync(built).mtimeMs > newestIn(at('src'))) return
    const tsup = at('../../node_modules/tsup/dist/cli-default.js')
    const words = [tsup, '--config', '../../tsup.config.ts']
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: at('.'), encoding: 'utf8' })
    if (status !== 0) throw new Error(`The build failed: ${stderr}`)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A folder can be made once only. One that a broken run left behind is taken over after two minutes. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const madeMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (madeMs > 0 && Date.now() - madeMs > 120_000) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const newestIn = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.endsWith('.test.ts') && !name.startsWith('testing'))
      .map((name) => statSync(join(folder, name)).mtimeMs),
  )
