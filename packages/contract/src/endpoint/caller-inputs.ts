import type { Caller } from '@p2p-rates/core'
import { z } from 'zod'
import {
  allExchanges,
  booleanFlag,
  decimalText,
  eachOnce,
  exchangeNames,
  methodNames,
  optionalCount,
} from './common-inputs.js'
import type { Endpoint, QueryOf } from './define-endpoint.js'
import type { Input, ValuesOf } from './input.js'
import type { ExchangeName } from './wire-types.js'

const otherwiseUsual = 'Default: the usual caller, see `usual_caller` of `markets`.'

const completionPct: Input<number | undefined> = {
  schema: decimalText
    .pipe(z.number().min(0).max(100))
    .optional()
    .meta({ description: `Percentage of your orders that you completed. ${otherwiseUsual}` }),
  expects: 'a percent from 0 to 100, with at most 8 decimals',
}

const exchanges: Input<readonly ExchangeName[] | undefined> = {
  ...exchangeNames('Exchanges where you have an account. All prices of the answer are theirs. All if absent.'),
  rule: (mine, before) =>
    eachOnce(mine, before) ??
    (hasAskedExchange(mine, before.get('exchange') ?? before.get('exchanges'))
      ? null
      : 'a list with at least one exchange that the question names'),
}

/** False if the question names only exchanges where the caller has no account, most likely by mistake. */
const hasAskedExchange = (mine: readonly ExchangeName[] = [], exchange: unknown = allExchanges): boolean =>
  mine.length === 0 || [exchange].flat().some((asked) => asked === allExchanges || mine.some((own) => own === asked))

/** Parameters that describe the caller. Trust does not depend on them. */
export const callerInputs = {
  my_orders: optionalCount(`Orders that you have completed on the exchange. ${otherwiseUsual}`),
  my_completion_pct: completionPct,
  my_account_days: optionalCount(`Age of your account on the exchange, in days. ${otherwiseUsual}`),
  my_verified: booleanFlag('you meet other requirements of advertisers, such as documents or a video.'),
  my_exchanges: exchanges,
  my_methods: methodNames(
    'Payment methods that you have, named like `payment_method`. A `payment_method` of the question replaces them.',
  ),
} as const

export type AskedCaller = Partial<ValuesOf<typeof callerInputs>>
export type QuestionOf<E extends Endpoint> = Omit<QueryOf<E>, keyof AskedCaller> & AskedCaller

/** Returns `usual` itself if the question describes no other caller. */
export function callerOf(asked: AskedCaller, usual: Caller): Caller {
  const caller: Caller = {
    orders: asked.my_orders ?? usual.orders,
    completionPct: asked.my_completion_pct ?? usual.completionPct,
    accountAgeDays: asked.my_account_days ?? usual.accountAgeDays,
    isVerified: asked.my_verified ?? usual.isVerified,
    exchanges: asked.my_exchanges ?? usual.exchanges,
  }
  return (Object.keys(caller) as (keyof Caller)[]).every((figure) => caller[figure] === usual[figure]) ? usual : caller
}
