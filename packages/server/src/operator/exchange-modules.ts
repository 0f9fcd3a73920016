import { resolve } from 'node:path'
import { everyExchange, plugIn } from '@p2p-rates/core'
import { loadExchange } from '@p2p-rates/core/node'

/** Several steps of one command read the configuration. */
const loaded = new Set<string>()

/** Plugs in what files export, each once. Paths begin at the folder. */
export async function plugInModules(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const path = resolve(folder, file)
    if (loaded.has(path)) continue
    plugIn(await loadExchange(file, folder, everyExchange))
    loaded.add(path)
  }
}
