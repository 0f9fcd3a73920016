import type { Cli } from '../cli.js'
import { exchangeName, usualExchanges } from '../exchange-names.js'
import { ofProfile } from '../settings/parse-profile-values.js'
import { say } from '../words/say.js'
import { printAboutMe } from './about-me-note.js'

export type ExchangeFilters = {
  /** Ids, separated by commas. */
  readonly exchange?: string
  readonly paymentMethod?: readonly string[]
}

/** The exchanges and payment methods of the options, else of the profile; `all` stands for every one of them. */
export async function withProfileFilters<O extends ExchangeFilters>(
  cli: Cli,
  { exchange, paymentMethod, ...rest }: O,
): Promise<Omit<O, keyof ExchangeFilters> & ExchangeFilters> {
  const kept = await cli.settings()
  const exchanges = exchange ?? kept.exchange
  const methods = paymentMethod ?? kept.method?.split(',')
  if (exchange === undefined && exchanges !== undefined) cli.origins.set('exchange', ofProfile('exchange'))
  if (paymentMethod === undefined && methods !== undefined) cli.origins.set('payment_method', ofProfile('method'))
  const chosen = {
    ...(exchanges === undefined || exchanges === 'all' ? {} : { exchange: exchanges }),
    ...(methods === undefined || methods.includes('all') ? {} : { paymentMethod: methods }),
  }
  await printAboutMe(cli, chosen)
  printProfileFilters(cli, {
    ...(exchange === undefined ? { exchange: chosen.exchange } : {}),
    ...(paymentMethod === undefined ? { methods: chosen.paymentMethod } : {}),
  })
  return { ...rest, ...chosen }
}

/** Exchanges that an answer is about: those that the question names, else those of the user's accounts, else all. */
export const exchangesOfAnswer = async (cli: Cli, named: readonly string[] | undefined): Promise<readonly string[]> =>
  named ?? (await cli.settings()).me?.exchanges ?? usualExchanges

type ProfileFilters = { readonly exchange?: string | undefined; readonly methods?: readonly string[] | undefined }

function printProfileFilters(cli: Cli, { exchange, methods = [] }: ProfileFilters): void {
  const exchanges = exchange?.split(',') ?? []
  if (cli.format !== 'people' || exchanges.length + methods.length === 0) return
  const names = [...exchanges.map(exchangeName), ...methods].join(', ')
  const undone = [...(exchanges.length > 0 ? ['-e all'] : []), ...(methods.length > 0 ? ['-m all'] : [])].join(' ')
  cli.terminal.printNote(say('Only {names}, from your profile; {options} selects all.', { names, options: undone }))
}

export const exchangeFiltersQuery = ({ exchange, paymentMethod }: ExchangeFilters) => ({
  exchange: exchange?.split(','),
  payment_method: paymentMethod,
})
