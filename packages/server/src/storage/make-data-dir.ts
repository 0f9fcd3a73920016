import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** One by one: where nothing can be made, as in /proc, Node's own way to make them all never returns. */
export function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  makeDataDir(dirname(dataDir))
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(dataDir)) throw error
  }
}
