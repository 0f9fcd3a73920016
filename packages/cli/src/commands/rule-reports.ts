import type { FormulaPreview, FormulaPrice, PriceRule, RulePrice } from '@p2p-rates/sdk'
import { chart } from '../render/chart.js'
import { grouped, priceText } from '../render/numbers.js'
import { paragraph } from '../render/paragraph.js'
import { type ColumnOf, tableOf } from '../render/table.js'
import type { Report } from '../report.js'
import { namesFirst } from './short-ids.js'

export const rulesReport = (rules: readonly PriceRule[]): Report => ({
  answer: rules,
  records: rules,
  empty: 'No rules. Create one: p2p desk rules create',
  table: tableOf(rules, [...ruleColumns]),
  seen: tableOf(rules, namesFirst(ruleColumns)),
})

export const ruleReport = (rule: PriceRule): Report => ({
  ...rulesReport([rule]),
  answer: rule,
  isFacts: true,
  table: tableOf(
    [rule],
    [
      ...ruleColumns,
      { name: 'exchanges', heading: 'only on', value: ({ exchanges }) => listed(exchanges) },
      { name: 'payment_methods', heading: 'pay with', value: (one) => listed(one.payment_methods) },
      { name: 'exclude_methods', heading: 'not with', value: (one) => listed(one.exclude_methods) },
      { name: 'rounding', value: ({ rounding }) => rounding },
      { name: 'created_at', heading: 'created', kind: 'time', value: (one) => one.created_at },
    ],
  ),
})

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '))

const ruleColumns: readonly ColumnOf<PriceRule>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'name', flexible: 3, value: ({ name }) => name },
  { name: 'fiat', value: ({ fiat }) => fiat },
  { name: 'side', value: ({ side }) => side },
  { name: 'base', value: ({ base }) => base },
  { name: 'n', kind: 'count', flexible: 2, value: ({ n }) => n },
  { name: 'amount', kind: 'money', flexible: 2, value: ({ amount }) => amount },
  { name: 'offset_pct', heading: 'offset %', value: (one) => one.offset_pct },
  { name: 'offset', value: ({ offset }) => offset },
  { name: 'step', flexible: 2, value: ({ step }) => step },
  { name: 'floor', kind: 'price', flexible: 2, value: ({ floor }) => floor },
  { name: 'ceiling', kind: 'price', flexible: 2, value: ({ ceiling }) => ceiling },
  {
    name: 'last_good_seconds',
    heading: 'last good s',
    kind: 'count',
    flexible: 2,
    value: (one) => one.last_good_seconds,
  },
]

type Priced = FormulaPrice & Partial<Pick<RulePrice, 'name' | 'stale_since'>>

export const priceReport = (price: Priced): Report => ({
  answer: price,
  records: [price],
  isFacts: true,
  title: `${price.name ?? 'A formula'}, ${price.side === 'BUY' ? 'you buy' : 'you sell'} USDT for ${price.fiat}`,
  table: tableOf(
    [price],
    [
      { name: 'value', heading: 'price', kind: 'price', value: ({ value }) => value, style: () => 'strong' },
      { name: 'as_of', heading: 'as of', kind: 'time', value: (one) => one.as_of },
      {
        name: 'stale_since',
        heading: 'stale since',
        kind: 'time',
        hidden: (price.stale_since ?? null) === null,
        value: (one) => one.stale_since ?? null,
        style: () => 'bad',
      },
      { name: 'reason', heading: 'reason', hidden: price.reason === null, value: ({ reason }) => reason },
    ],
  ),
  footer: ({ width }) => paragraph(price.explanation, width),
})

export const previewReport = (preview: FormulaPreview): Report => ({
  answer: preview,
  records: preview.points,
  title: `1 USDT in ${preview.fiat} by this formula, last seven days`,
  empty: emptyWords(preview),
  table: tableOf(preview.points, [
    { name: 't', kind: 'time', value: ({ t }) => t },
    { name: 'base', kind: 'price', value: ({ base }) => base },
    { name: 'value', heading: 'price', kind: 'price', value: ({ value }) => value },
  ]),
  chart: (look) =>
    chart(
      [
        { name: 'base', values: preview.points.map(({ base }) => base) },
        { name: 'price', values: preview.points.map(({ value }) => value) },
      ],
      preview.points.map(({ t }) => t),
      look,
    ),
  footer: ({ width }) => (preview.points.length === 0 ? [] : paragraph(rangeLine(preview), width)),
})

function rangeLine(preview: FormulaPreview): string {
  const { lowest, highest, at_floor: floor, at_ceiling: ceiling, without_price: none } = preview
  const limits =
    floor + ceiling === 0 ? 'floor and ceiling never applied' : `floor applied ${floor} times, ceiling ${ceiling}`
  return [
    lowest === null || highest === null ? 'No prices.' : `Range ${priceText(lowest)}–${priceText(highest)}.`,
    `${grouped(preview.recorded_slots)} of ${grouped(preview.slots)} ${slotsOf(preview)} recorded; ${limits}${none === 0 ? '' : `; ${grouped(none)} without a price`}.`,
  ].join(' ')
}

const slotsOf = ({ slot_minutes: minutes }: FormulaPreview): string => (minutes === 60 ? 'hours' : 'slots')

function emptyWords({ recorded_slots: recorded, slot_minutes: minutes }: FormulaPreview): string {
  if (recorded > 0) return `No price from any of the ${recorded} recorded markets.`
  return minutes === 60
    ? 'No markets recorded yet: the server records one per hour.'
    : 'No prices were recorded in these days.'
}
