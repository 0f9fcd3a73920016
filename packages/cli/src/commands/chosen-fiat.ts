import type { Cli } from '../cli.js'

/** The currency of the option, else of the profile, else whatever is usual. */
export async function chosenFiat(
  cli: Cli,
  { fiat }: { readonly fiat?: string | undefined },
): Promise<{ readonly fiat?: string }> {
  const chosen = fiat ?? (await cli.settings()).fiat
  return chosen === undefined ? {} : { fiat: chosen }
}
