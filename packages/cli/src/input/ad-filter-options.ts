import type { QuoteQuery } from '@p2p-rates/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { say } from '../words/say.js'
import { readCount } from './options.js'

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
      new Option(
        '-m, --payment-method <name>',
        'only ads with this payment method: part of its name, or its id (repeatable: any of them)',
      ).argParser(another),
    )
    .addOption(
      new Option(
        '-x, --exclude-method <name>',
        'ignore this payment method; ads that also accept others are kept (repeatable)',
      ).argParser(another),
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
    ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
    ...(excludeMethod === undefined ? {} : { exclude_method: excludeMethod }),
    ...(merchant === true ? { merchant } : {}),
    ...(minOrders === undefined ? {} : { min_orders: minOrders }),
    ...(minCompletionPct === undefined ? {} : { min_completion_pct: minCompletionPct }),
  }) satisfies QuoteQuery

export const filtersIn = (options: AdFilterOptions): readonly string[] => [
  ...(options.paymentMethod === undefined ? [] : ['--payment-method']),
  ...(options.excludeMethod === undefined ? [] : ['--exclude-method']),
  ...(options.merchant === true ? ['--merchant'] : []),
  ...(options.minOrders === undefined ? [] : ['--min-orders']),
  ...(options.minCompletionPct === undefined ? [] : ['--min-completion-pct']),
]

const another = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

function readPercent(text: string): number {
  if (!/^\d{1,3}(\.\d{1,8})?$/.test(text) || Number(text) > 100 || Number(text) === 0)
    throw new InvalidArgumentError(say('Expected a percentage above 0 and up to 100, such as 95.'))
  return Number(text)
}
