import { type JudgedAd, judgeMarket, type TrustedBoard } from '@p2p-rates/core'
import { median } from '@p2p-rates/core/internal'
import { workedBoards } from '@p2p-rates/core/testing'
import type { Language } from './guide.js'
import { code, markdownTable, numbers } from './markdown-table.js'
import { wordsForAds, workedWords } from './worked-example-words.js'

const [asks, bids] = judgeMarket('UAH', workedBoards).boards as readonly [TrustedBoard, TrustedBoard]

const isOrdinary = ({ ad }: JudgedAd): boolean => ad.adId?.startsWith('normal') === true
const nameOf = ({ ad }: JudgedAd, language: Language): string => wordsForAds[ad.adId ?? '']?.[language] ?? ''

/** Figures as a language writes them, with a true minus, and without one before nothing. */
function writerOf(language: Language) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' } as const
  const figures = new Intl.NumberFormat(language, two)
  const fixed = (value: number): string => figures.format(value).replace('-', '−')
  return {
    fixed,
    signed: (value: number): string => `${value > 0 ? '+' : ''}${fixed(value)}`,
    count: (value: number): string => value.toLocaleString(language),
  }
}

/** Widths of the gate by which a price lies ahead of the centre. */
function aheadOf({ ad }: JudgedAd): number {
  const { price = 1, gate = 1 } = asks.consensus ?? {}
  return Math.log(price / ad.price) / gate
}

/** Reasons left out of the advertiser's record. */
const ofThePrice: readonly string[] = ['price_outlier', 'price_attractive', 'tiny', 'unit_error', 'new_advertiser']

const recordOf = ({ reasons }: JudgedAd): number =>
  1 / (1 + Math.exp(-logitOf(reasons.filter((reason) => !ofThePrice.includes(reason.code)))))

/** An unknown advertiser begins at +1. */
const logitOf = (reasons: JudgedAd['reasons']): number => reasons.reduce((sum, { points }) => sum + points, 1)

const bestOf = (ads: readonly JudgedAd[]): JudgedAd | undefined => ads.find(({ eligible }) => eligible)

export function workedBoard(language: Language): string {
  const { columns, ordinary, orders, trusted, centres } = workedWords[language]
  const { fixed, count } = writerOf(language)
  const [others, told] = [asks.ads.filter(isOrdinary), asks.ads.filter((judged) => !isOrdinary(judged))]
  const rows = told.map((judged) => [
    nameOf(judged, language),
    fixed(judged.ad.price),
    factsOf(judged, language),
    fixed(aheadOf(judged)),
    fixed(recordOf(judged)),
    fixed(judged.score),
    verdictOn(judged, language),
  ])
  const span = (value: (judged: JudgedAd) => number, write = fixed) => {
    const all = others.map(value).toSorted((a, b) => a - b)
    return `${write(all[0] ?? 0)} … ${write(all.at(-1) ?? 0)}`
  }
  const together = [
    ordinary(others.length),
    span(({ ad }) => ad.price),
    orders(
      span(({ ad }) => ad.completedOrders ?? 0, count),
      span(({ ad }) => ad.completionPct ?? 0, count),
    ),
    span(aheadOf),
    span(recordOf),
    span(({ score }) => score),
    trusted,
  ]
  const { price = 0, spread = 0, gate = 0 } = asks.consensus ?? {}
  const where = centres(fixed(price), fixed(bids.consensus?.price ?? 0), fixed(spread * 100), fixed(gate * 100))
  return `${markdownTable(columns, [...rows, together])}\n\n${where}`
}

function factsOf({ ad }: JudgedAd, language: Language): string {
  const { orders, praise, merchant, limits, stock } = workedWords[language]
  const { count } = writerOf(language)
  return [
    orders(count(ad.completedOrders ?? 0), count(ad.completionPct ?? 0)),
    ...(ad.positivePct === 100 ? [] : [praise(ad.positivePct ?? 0)]),
    ...(ad.merchant === true ? [merchant] : []),
    ad.stockUsdt === null ? limits(count(ad.minFiat), count(ad.maxFiat)) : stock(count(ad.stockUsdt)),
  ].join(', ')
}

function verdictOn(judged: JudgedAd, language: Language): string {
  const { best, large, refused, trusted } = workedWords[language]
  if (!judged.trusted) return `${refused}: ${code(judged.reasons[0]?.code ?? '')}`
  if (!judged.eligible) return large
  return judged === bestOf(asks.ads) ? best : trusted
}

/** Two ads point by point: one is trusted although its price is good, one is not although its price is not. */
export function workedScore(language: Language): string {
  const { reason, base, sum, score } = workedWords[language]
  const { fixed, signed } = writerOf(language)
  const both = asks.ads.filter(({ ad }) => ad.adId === 'block deal' || ad.adId === 'low completion')
  const codes = [...new Set(both.flatMap(({ reasons }) => reasons.map((one) => one.code)))]
  return markdownTable(
    [reason, ...both.map((judged) => numbers(`${nameOf(judged, language)}, ${fixed(judged.ad.price)}`))],
    [
      [base, ...both.map(() => signed(logitOf([])))],
      ...codes.map((known) => [
        code(known),
        ...both
          .map(({ reasons }) => reasons.find((one) => one.code === known))
          .map((one) => (one ? signed(one.points) : '')),
      ]),
      [sum, ...both.map(({ reasons }) => signed(logitOf(reasons)))],
      [score, ...both.map((judged) => fixed(judged.score))],
    ],
  )
}

export function workedRivals(language: Language): string {
  const { rivals, first, record, near, ours } = workedWords[language]
  const { fixed } = writerOf(language)
  const middle = median(asks.ads.slice(0, 10).map(({ ad }) => ad.price)) ?? 0
  const hasRecord = ({ ad }: JudgedAd) => (ad.completedOrders ?? 0) >= 100 && (ad.completionPct ?? 0) >= 95
  const row = (rule: string, chosen: JudgedAd | undefined) =>
    chosen === undefined ? [rule, '', ''] : [rule, fixed(chosen.ad.price), nameOf(chosen, language)]
  return markdownTable(rivals, [
    row(first, asks.ads[0]),
    row(record, asks.ads.find(hasRecord)),
    row(
      near,
      asks.ads.find(({ ad }) => Math.abs(ad.price / middle - 1) <= 0.01),
    ),
    row(ours, bestOf(asks.ads)),
  ])
}
