import {
  bestPrice,
  judgeMarket,
  normalRules,
  type TrustedBoard,
  type TrustedMarket,
  type TrustRules,
} from '@p2p-rates/core'
import { median } from '@p2p-rates/core/internal'
import { getOrCreate } from '../../base/get-or-create.js'
import { hundredths } from './ad-codec.js'
import type { ArchivedMarket } from './archived-market.js'

export type JudgedDifference = {
  readonly exchange: string
  readonly fiat: string
  readonly boards: number
  readonly ads: number
  readonly trustedBefore: number
  readonly trustedAfter: number
  /** Ads that are trusted only after, and only before. */
  readonly gained: number
  readonly lost: number
  readonly rescored: number
  /** Boards whose best price is another, or is there only before or after. */
  readonly bestMoved: number
  readonly bestGained: number
  readonly bestLost: number
  /** By how many percent the best price has moved where it did, in the middle and at most; `null` where none did. */
  readonly moveMedianPct: number | null
  readonly moveMostPct: number | null
}

export type RulesComparison = {
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly markets: number
  /** Markets of which a side is now as sure as before no more, or more. */
  readonly confidenceMoved: number
  readonly differences: readonly JudgedDifference[]
}

export type CandidateRules = Partial<Pick<TrustRules, 'trustedFrom' | 'bandUsdt' | 'minGate'>>

type DifferenceCounts = Omit<JudgedDifference, 'moveMedianPct' | 'moveMostPct'>
type Sums = { -readonly [Name in keyof DifferenceCounts]: DifferenceCounts[Name] } & {
  readonly moves: number[]
}

export async function replayWithRules(
  markets: AsyncIterable<ArchivedMarket>,
  tried: CandidateRules = {},
): Promise<RulesComparison> {
  const sums = new Map<string, Sums>()
  let fromMs: number | null = null
  let toMs: number | null = null
  let count = 0
  let confidenceMoved = 0
  for await (const { snapshot, rules } of markets) {
    const { fiat, market: before, memory, judgedAtMs } = snapshot
    const boards = before.boards.map((board) => ({ ...board, ads: board.ads.map(({ ad }) => ad) }))
    const after = judgeMarket(fiat, boards, memory, { ...normalRules, ...rules, ...tried })
    fromMs ??= judgedAtMs
    toMs = judgedAtMs
    count += 1
    confidenceMoved += Number(JSON.stringify(before.confidence) !== JSON.stringify(after.confidence))
    for (const board of before.boards) compare(sumsOf(sums, board), board, sameBoard(after, board))
  }
  return { fromMs, toMs, markets: count, confidenceMoved, differences: [...sums.values()].map(differenceOf) }
}

const sameBoard = ({ boards }: TrustedMarket, { exchange, side }: TrustedBoard): TrustedBoard | undefined =>
  boards.find((board) => board.exchange === exchange && board.side === side)

const sumsOf = (all: Map<string, Sums>, { exchange, fiat }: TrustedBoard): Sums =>
  getOrCreate(all, `${fiat} ${exchange}`, () => ({ exchange, fiat, ...nothing, moves: [] }))

const nothing = {
  ...{ boards: 0, ads: 0, trustedBefore: 0, trustedAfter: 0, gained: 0, lost: 0, rescored: 0 },
  ...{ bestMoved: 0, bestGained: 0, bestLost: 0 },
}

function compare(sums: Sums, before: TrustedBoard, after: TrustedBoard | undefined): void {
  const verdicts = new Map(after?.ads.map((judged) => [judged.ad, judged]))
  sums.boards += 1
  for (const old of before.ads) {
    const now = verdicts.get(old.ad)
    sums.ads += 1
    sums.trustedBefore += Number(old.trusted)
    sums.trustedAfter += Number(now?.trusted === true)
    sums.gained += Number(!old.trusted && now?.trusted === true)
    sums.lost += Number(old.trusted && now?.trusted !== true)
    sums.rescored += Number(now === undefined || hundredths(old.score) !== hundredths(now.score))
  }
  const best = bestPrice(before).price
  const bestNow = after === undefined ? null : bestPrice(after).price
  if (best === bestNow) return
  sums.bestMoved += 1
  if (best === null) sums.bestGained += 1
  else if (bestNow === null) sums.bestLost += 1
  else sums.moves.push((bestNow / best - 1) * 100)
}

function differenceOf({ moves, ...sums }: Sums): JudgedDifference {
  const sizes = moves.map(Math.abs)
  const most = sizes.reduce((one, other) => Math.max(one, other), 0)
  return { ...sums, moveMedianPct: median(sizes), moveMostPct: sizes.length === 0 ? null : most }
}
