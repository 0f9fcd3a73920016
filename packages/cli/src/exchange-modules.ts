import { everyExchange } from '@p2p-rates/core'
import { plugIn } from '@p2p-rates/core/internal'
import { loadExchange } from '@p2p-rates/core/node'
import { CliError } from './cli-error.js'
import { nameExchange } from './exchange-names.js'
import { foreign, say } from './words/say.js'

/** Plugs in the exchanges that files export. Relative paths begin at the folder. */
export async function plugInModules(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const exchange = await loadExchange(file, folder, everyExchange).catch((cause: Error) => {
      throw new CliError(
        'usage',
        foreign(cause.message),
        say('See docs/adding-an-exchange.md for what such a file exports.'),
        {
          cause,
        },
      )
    })
    plugIn(exchange)
    nameExchange(exchange)
  }
}
