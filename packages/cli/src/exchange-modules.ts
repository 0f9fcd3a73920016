import type { Exchanges } from '@p2p-rates/core'
import { loadExchanges } from '@p2p-rates/core/node'
import { CliError } from './cli-error.js'
import { nameExchange } from './exchange-names.js'
import { foreign, say } from './words/say.js'

/** The listed exchanges and those that files export. Relative paths begin at the folder. */
export async function loadExchangeModules(files: readonly string[], folder: string): Promise<Exchanges> {
  const known = await loadExchanges(files, folder).catch((cause: Error) => {
    throw new CliError(
      'usage',
      foreign(cause.message),
      say('See docs/adding-an-exchange.md for what such a file exports.'),
      { cause },
    )
  })
  known.added.forEach(nameExchange)
  return known
}
