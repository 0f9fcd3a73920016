import type { Cli } from '../cli.js'
import { exchangeName } from '../exchange-names.js'
import { say } from '../words/say.js'

export type Accounts = {
  /** Ids, separated by commas. */
  readonly exchange?: string
  readonly paymentMethod?: readonly string[]
}

/** The exchanges and payment methods of the options, else of the profile; `all` stands for every one of them. */
export async function withAccounts<O extends Accounts>(
  cli: Cli,
  { exchange, paymentMethod, ...rest }: O,
): Promise<Omit<O, keyof Accounts> & Accounts> {
  const kept = await cli.settings()
  const exchanges = exchange ?? kept.exchange
  const methods = paymentMethod ?? kept.method?.split(',')
  const chosen = {
    ...(exchanges === undefined || exchanges === 'all' ? {} : { exchange: exchanges }),
    ...(methods === undefined || methods.includes('all') ? {} : { paymentMethod: methods }),
  }
  tellRemembered(cli, {
    ...(exchange === undefined ? { exchange: chosen.exchange } : {}),
    ...(paymentMethod === undefined ? { methods: chosen.paymentMethod } : {}),
  })
  return { ...rest, ...chosen }
}

type Remembered = { readonly exchange?: string | undefined; readonly methods?: readonly string[] | undefined }

function tellRemembered(cli: Cli, { exchange, methods = [] }: Remembered): void {
  const exchanges = exchange?.split(',') ?? []
  if (cli.format !== 'people' || exchanges.length + methods.length === 0) return
  const names = [...exchanges.map(exchangeName), ...methods].join(', ')
  const undone = [...(exchanges.length > 0 ? ['-e all'] : []), ...(methods.length > 0 ? ['-m all'] : [])].join(' ')
  cli.terminal.note(say('Only {names}, from your profile; {options} selects all.', { names, options: undone }))
}

export const accountsQuery = ({ exchange, paymentMethod }: Accounts) => ({
  ...(exchange === undefined ? {} : { exchange: exchange.split(',') }),
  ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
})
