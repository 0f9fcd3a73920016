import type { QuoteQuery } from '@p2p-rates/sdk'
import type { Command } from 'commander'
import { say } from '../words/say.js'
import { methodsOption, numberReader, readCount } from './options.js'

export type AdFilterOptions = {
  readonly paymentMethod?: readonly string[]
  readonly excludeMethod?: readonly string[]
  readonly merchant?: boolean
  readonly minOrders?: number
  readonly minCompletionPct?: number
}

export const addAdFilterOptions = (command: Command): Command =>
  command
    .addOption(
      methodsOption(
        '-m, --payment-method <name>',
        'only ads with this payment method: part of its name, or its id (repeatable: any of them)',
      ),
    )
    .addOption(
      methodsOption(
        '-x, --exclude-method <name>',
        'ignore this payment method; ads that also accept others are kept (repeatable)',
      ),
    )
    .option('--merchant', 'only advertisers verified by the exchange')
    .option('--min-orders <n>', 'minimum completed orders (ads with unknown counts are left out)', readCount)
    .option(
      '--min-completion-pct <percent>',
      'minimum share of completed orders (ads with unknown shares are left out)',
      readPercent,
    )

export const adFilterQuery = ({
  paymentMethod,
  excludeMethod,
  merchant,
  minOrders,
  minCompletionPct,
}: AdFilterOptions) =>
  ({
    payment_method: paymentMethod,
    exclude_method: excludeMethod,
    merchant,
    min_orders: minOrders,
    min_completion_pct: minCompletionPct,
  }) satisfies QuoteQuery

export const filtersIn = (options: AdFilterOptions): readonly string[] => [
  ...(options.paymentMethod === undefined ? [] : ['--payment-method']),
  ...(options.excludeMethod === undefined ? [] : ['--exclude-method']),
  ...(options.merchant === true ? ['--merchant'] : []),
  ...(options.minOrders === undefined ? [] : ['--min-orders']),
  ...(options.minCompletionPct === undefined ? [] : ['--min-completion-pct']),
]

const readPercent = numberReader(
  /^\d{1,3}(\.\d{1,8})?$/,
  () => say('Expected a percentage above 0 and up to 100, such as 95.'),
  (percent) => percent > 0 && percent <= 100,
)
