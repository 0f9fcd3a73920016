import type { Cli } from '../cli.js'
import { CliError, twoGiven } from '../cli-error.js'
import { fiatOfLocale } from '../settings/fiat-of-locale.js'
import { ofProfile } from '../settings/parse-profile-values.js'
import { say } from '../words/say.js'

/** The currency of the word or option, else of `P2P_FIAT`, the profile or the locale, else the usual one. */
export async function chosenFiat(
  cli: Cli,
  { fiat }: { readonly fiat?: string | undefined },
  word?: string,
): Promise<{ readonly fiat?: string }> {
  if (word !== undefined && fiat !== undefined && word !== fiat) throw twoGiven('currencies', word, fiat)
  const chosen = word ?? fiat ?? (await savedFiat(cli)) ?? fiatOfLocale(cli.environment)
  return chosen === null ? {} : { fiat: chosen }
}

async function savedFiat(cli: Cli): Promise<string | undefined> {
  const variable = fiatOfEnvironment(cli)
  const saved = variable ?? (await cli.settings()).fiat
  if (saved !== undefined) cli.origins.set('fiat', variable === undefined ? ofProfile('fiat') : 'P2P_FIAT')
  return saved
}

function fiatOfEnvironment({ environment: { P2P_FIAT } }: Cli): string | undefined {
  if (P2P_FIAT === undefined || P2P_FIAT === '') return undefined
  if (!/^[A-Za-z]{3}$/.test(P2P_FIAT))
    throw new CliError(
      'usage',
      say('P2P_FIAT must be a currency code, not "{value}".', { value: P2P_FIAT }),
      'P2P_FIAT=EUR',
    )
  return P2P_FIAT.toUpperCase()
}
