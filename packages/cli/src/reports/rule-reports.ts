import type { FormulaPreview, FormulaPrice, PriceRule, RulePrice } from '@p2p-rates/sdk'
import { chart } from '../render/chart.js'
import { grouped, priceText } from '../render/numbers.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import { keyValues, type Report } from '../report.js'
import { foreign, say, shownAs } from '../words/say.js'
import { withIdLast } from './short-ids.js'

export const rulesReport = (rules: readonly PriceRule[]): Report => ({
  answer: rules,
  records: rules,
  empty: say('No rules. Create one: p2p desk rules create'),
  table: tableOf(rules, [...ruleColumns]),
  peopleTable: tableOf(rules, withIdLast(ruleColumns)),
})

export const ruleReport = (rule: PriceRule): Report => ({
  ...rulesReport([rule]),
  ...keyValues(rule, [
    ...ruleColumns,
    { name: 'exchanges', heading: 'only on', value: ({ exchanges }) => listed(exchanges) },
    { name: 'payment_methods', heading: 'pay with', value: (one) => listed(one.payment_methods) },
    { name: 'exclude_methods', heading: 'not with', value: (one) => listed(one.exclude_methods) },
    { name: 'rounding', shown: roundingInWords },
    { name: 'created_at', heading: 'created', kind: 'time' },
  ]),
})

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '))

const sideInWords = shownAs(() => ({ BUY: say('BUY'), SELL: say('SELL') }))

const baseInWords = shownAs(() => ({
  best: say('best'),
  nth: say('nth'),
  median: say('median'),
  size: say('size'),
}))

const roundingInWords = shownAs(() => ({ nearest: say('nearest'), up: say('up'), down: say('down') }))

const reasonInWords = shownAs(() => ({
  no_data: say('no_data'),
  no_ads: say('no_ads'),
  too_few_ads: say('too_few_ads'),
  amount_does_not_fit: say('amount_does_not_fit'),
  not_positive: say('not_positive'),
}))

const ruleColumns: readonly ColumnOf<PriceRule>[] = [
  { name: 'id' },
  { name: 'name', flexible: 3 },
  { name: 'fiat' },
  { name: 'side', shown: sideInWords },
  { name: 'base', shown: baseInWords },
  { name: 'n', kind: 'count', flexible: 2 },
  { name: 'amount', kind: 'money', flexible: 2 },
  { name: 'offset_pct', heading: 'offset %' },
  { name: 'offset' },
  { name: 'step', flexible: 2 },
  { name: 'floor', kind: 'price', flexible: 2 },
  { name: 'ceiling', kind: 'price', flexible: 2 },
  { name: 'last_good_seconds', heading: 'last good s', kind: 'count', flexible: 2 },
]

type Priced = FormulaPrice & Partial<Pick<RulePrice, 'name' | 'stale_since'>>

export const priceReport = (price: Priced): Report => ({
  title: titleOf(price),
  ...keyValues(price, [
    { name: 'value', heading: 'price', kind: 'price', style: 'strong' },
    { name: 'as_of', heading: 'as of', kind: 'time' },
    {
      name: 'stale_since',
      heading: 'stale since',
      kind: 'time',
      hidden: (price.stale_since ?? null) === null,
      value: (one) => one.stale_since ?? null,
      style: 'bad',
    },
    { name: 'reason', heading: 'reason', hidden: price.reason === null, shown: reasonInWords },
  ]),
  notes: () => [foreign(price.explanation)],
})

function titleOf({ name = say('A formula'), side, fiat }: Priced): string {
  return side === 'BUY'
    ? say('{name}, you buy USDT for {fiat}', { name, fiat })
    : say('{name}, you sell USDT for {fiat}', { name, fiat })
}

export const previewReport = (preview: FormulaPreview): Report => ({
  answer: preview,
  records: preview.points,
  title: say('1 USDT in {fiat} by this formula, last seven days', { fiat: preview.fiat }),
  empty: emptyWords(preview),
  table: tableOf(preview.points, [
    { name: 't', kind: 'time' },
    { name: 'base', kind: 'price' },
    { name: 'value', heading: 'price', kind: 'price' },
  ]),
  chart: (look) =>
    chart(
      [
        { name: say('base'), values: preview.points.map(({ base }) => base) },
        { name: say('price'), values: preview.points.map(({ value }) => value) },
      ],
      preview.points.map(({ t }) => t),
      look,
    ),
  notes: () => (preview.points.length === 0 ? [] : [rangeLine(preview)]),
})

function rangeLine(preview: FormulaPreview): string {
  const { lowest, highest, at_floor: floor, at_ceiling: ceiling, without_price: none } = preview
  const counts = { recorded: grouped(preview.recorded_slots), slots: grouped(preview.slots) }
  const range =
    lowest === null || highest === null
      ? say('No prices.')
      : say('Range {low}–{high}.', { low: priceText(lowest), high: priceText(highest) })
  const recorded =
    preview.slot_minutes === 60
      ? say('{recorded} of {slots} hours recorded', counts)
      : say('{recorded} of {slots} slots recorded', counts)
  const limits =
    floor + ceiling === 0
      ? say('floor and ceiling never applied')
      : say('floor applied {floor} times, ceiling {ceiling}', { floor, ceiling })
  const without = none === 0 ? [] : [say('{count} without a price', { count: grouped(none) })]
  return `${range} ${[recorded, limits, ...without].join('; ')}.`
}

function emptyWords({ recorded_slots: recorded, slot_minutes: minutes }: FormulaPreview): string {
  if (recorded > 0) return say('No price from any of the {recorded} recorded markets.', { recorded })
  return minutes === 60
    ? say('No markets recorded yet: the server records one per hour.')
    : say('No prices were recorded in these days.')
}
