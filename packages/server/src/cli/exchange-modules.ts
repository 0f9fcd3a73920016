import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { everyExchange, plugIn } from '@p2p-rates/core'
import { loadExchange } from '@p2p-rates/core/node'
import { ConfigError } from '../base/config.js'
import { writableByOthers } from './writable-by-others.js'

/** Several steps of one command read the configuration, so load each module once. */
const loaded = new Set<string>()

/** Loads exchange modules, each once. Paths are relative to `folder`. Rejects a file that other users can write. */
export async function plugInModules(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const path = resolve(folder, file)
    if (loaded.has(path)) continue
    const objection = existsSync(path) ? writableByOthers(path) : null
    if (objection !== null) throw new ConfigError([`P2P_EXCHANGE_MODULES: ${path} ${objection}, and is not run`])
    plugIn(await loadExchange(file, folder, everyExchange))
    loaded.add(path)
  }
}
