import { readFileSync } from 'node:fs'
import { createExchanges, type Exchanges } from '@p2p-rates/core'
import { readExchangeKeys, withKeyed, withNamed } from '@p2p-rates/core/internal'
import { loadExchanges, privateFileDefect } from '@p2p-rates/core/node'
import { CliError } from './cli-error.js'
import { nameExchange } from './exchange-names.js'
import { foreign, say } from './words/say.js'

/**
 * The listed exchanges, those that files export, those that the user named, and those for which the file of keys has a
 * needed key. Relative paths begin at the folder.
 */
export async function loadExchangeModules(
  files: readonly string[],
  folder: string,
  keysFile?: string,
  named: readonly string[] = [],
): Promise<Exchanges> {
  const loaded = await loadExchanges(files, folder).catch((cause: Error) => {
    throw new CliError(
      'usage',
      foreign(cause.message),
      say('See docs/adding-an-exchange.md for what such a file exports.'),
      { cause },
    )
  })
  const all = withNamed(loaded, named)
  const known = keysFile ? withKeysOf(keysFile, all) : all
  known.added.forEach(nameExchange)
  return known
}

function withKeysOf(file: string, known: Exchanges): Exchanges {
  const keys = privateFileDefect(file) === null ? readExchangeKeys(readFileSync(file, 'utf8'), known.list) : ''
  // A command that uses keys reports a defect of the file.
  return typeof keys === 'string' ? known : createExchanges(withKeyed(known.list, keys))
}
