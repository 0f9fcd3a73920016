import type { Cli } from './cli.js'
import { exchangeName, usualExchanges } from './exchange-names.js'

/** Says on stderr which exchanges are not in an answer, and why. Never fails: the answer stands without it. */
export async function nameMissing(cli: Cli, fiat: string, present: readonly string[]): Promise<void> {
  const missing = usualExchanges.filter((id) => !present.includes(id))
  if (missing.length === 0) return
  const { sources } = await cli.ask((p2p) => p2p.sources({ fiat: fiat as never })).catch(() => ({ sources: [] }))
  const elsewhere: string[] = []
  for (const id of missing) {
    const found = sources.find(({ exchange }) => exchange === id)
    const name = exchangeName(id)
    if (found?.state === 'unsupported') elsewhere.push(name)
    else cli.terminal.warn(`${name} is missing: ${found?.reason ?? 'it has no reliable price now.'}`)
  }
  if (elsewhere.length > 0) cli.terminal.note(`Not traded for ${fiat}: ${elsewhere.join(', ')}.`)
}
