import type { Cli } from '../cli.js'
import { Failure } from '../failure.js'
import { fiatOfLocale } from '../settings/fiat-of-locale.js'

/** The currency of the option, else of `P2P_FIAT`, the profile, the locale, else whatever is usual. */
export async function chosenFiat(
  cli: Cli,
  { fiat }: { readonly fiat?: string | undefined },
): Promise<{ readonly fiat?: string }> {
  const chosen = fiat ?? fiatOfEnvironment(cli) ?? (await cli.settings()).fiat ?? fiatOfLocale(cli.environment)
  return chosen === null ? {} : { fiat: chosen }
}

function fiatOfEnvironment({ environment: { P2P_FIAT } }: Cli): string | undefined {
  if (P2P_FIAT === undefined || P2P_FIAT === '') return undefined
  if (!/^[A-Za-z]{3}$/.test(P2P_FIAT))
    throw new Failure('usage', `P2P_FIAT is ${P2P_FIAT}, which is no code of a currency.`, 'P2P_FIAT=EUR')
  return P2P_FIAT.toUpperCase()
}
