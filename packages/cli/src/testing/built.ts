import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const p2pProgram = at('bin/p2p.mjs')

/** The packages that the program carries or loads. It is built after list all. */
const packages = ['core', 'contract', 'sdk', 'simulator', 'server', 'cli']

/** Builds all packages if a source of the program is newer than its build, because an old build proves old code. */
export async function buildWhenStale(): Promise<void> {
  // Test files run at the same time.
  const lock = at('node_modules/.building')
  while (!taken(lock)) await pause(100)
  try {
    const built = at('dist/main.js')
    const newestMs = Math.max(...packages.map((name) => newestIn(at(`../${name}/src`))))
    if (existsSync(built) && statSync(built).mtimeMs > newestMs) return
    const words = [at('../../tools/with-pnpm.mjs'), 'build:js']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The build failed: ${stdout}${stderr}`)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A folder can be made once only. One that a broken run left behind is taken over after 5 minutes. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const madeMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (madeMs > 0 && Date.now() - madeMs > 300_000) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const newestIn = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/\.test\.tsx?$|(^|[\\/])testing\b/.test(name))
      .map((name) => statSync(join(folder, name)).mtimeMs),
  )
