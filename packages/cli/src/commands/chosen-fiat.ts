import type { Fiat } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'

/** The currency of the option, else of the profile, else whatever is usual. */
export async function chosenFiat(cli: Cli, { fiat }: { readonly fiat?: Fiat }): Promise<{ readonly fiat?: Fiat }> {
  const chosen = fiat ?? ((await cli.settings()).fiat as Fiat | undefined)
  return chosen === undefined ? {} : { fiat: chosen }
}
