import {
  type Board,
  boardKey,
  type Fiat,
  judgeMarket,
  type MarketRates,
  newestObservationMs,
  type ProfitablePair,
  profitablePairs,
  rates,
  type TrustedBoard,
  type TrustedMarket,
  type TrustMemory,
  type TrustRules,
} from '@p2p-rates/core'
import { staleAtMs } from './freshness.js'

/**
 * The judged data of one currency: plain data, to be stored and sent as they are. Their instants are wall times of the
 * clock that judged them and mean something only beside `judgedAtMs`: a reader counts from there with a clock of its own.
 */
export type MarketSnapshot = {
  readonly fiat: Fiat
  /** Rises with every change of this currency's data. It never repeats or falls, also across restarts and processes. */
  readonly version: number
  readonly judgedAtMs: number
  /** When each board, by `boardKey`, is too old to be shown. */
  readonly staleAtMs: ReadonlyMap<string, number>
  /** When newer data are expected. */
  readonly refreshAtMs: number
  /** Fresh boards of exchanges that are not held out, judged together. */
  readonly market: TrustedMarket
  /** Pairs of exchanges that earned something when it was judged, and since when. Absent where an older release told it. */
  readonly paying?: readonly ProfitablePair[]
  /** What it was judged with, to judge a part of it again. */
  readonly memory: TrustMemory
  /** Best prices, unrounded; a side without a reliable price anywhere is `null`. */
  readonly rates: MarketRates
  /** Receive time of the newest observation used. */
  readonly updatedAtMs: number
}

/** A board to judge, and when it was asked for. */
export type DatedBoard = { readonly board: Board; readonly askedAtMs: number }

/** What a new snapshot is made of. */
export type Judgement = Pick<MarketSnapshot, 'fiat' | 'judgedAtMs' | 'refreshAtMs' | 'memory'> & {
  readonly publication: number
  readonly boards: readonly DatedBoard[]
  /** Those of the snapshot before. */
  readonly paying: readonly ProfitablePair[]
}

/**
 * Every publication has versions to spare: one for each instant at which boards fall out of it. A currency has two
 * boards for each exchange, far fewer than these.
 */
const versionsPerPublication = 64

/** The smallest number of a publication at this instant, so that versions go on rising where all memory of them is lost. */
export const publicationAt = (wallMs: number): number => Math.floor(wallMs / versionsPerPublication)

export const publicationOf = ({ version }: Pick<MarketSnapshot, 'version'>): number =>
  Math.floor(version / versionsPerPublication)

/** Nothing has fallen out of it yet: it is as it was published. */
export const isComplete = ({ version }: Pick<MarketSnapshot, 'version'>): boolean =>
  version % versionsPerPublication === 0

export function judgeSnapshot(judgement: Judgement, rules: TrustRules): MarketSnapshot {
  const { publication, boards, paying, ...rest } = judgement
  const snapshot = judged(
    {
      ...rest,
      version: publication * versionsPerPublication,
      staleAtMs: new Map(boards.map(({ board, askedAtMs }) => [keyOf(board), staleAtMs(askedAtMs)])),
    },
    boards.map(({ board }) => board),
    rules,
  )
  return { ...snapshot, paying: profitablePairs(snapshot.market, paying, snapshot.judgedAtMs, rules) }
}

/** The instants at which boards fall out, the first one first. */
export const expiriesOf = ({ staleAtMs }: Pick<MarketSnapshot, 'staleAtMs'>): readonly number[] =>
  [...new Set(staleAtMs.values())].sort((a, b) => a - b)

/**
 * What a snapshot becomes once so many of its instants have passed: judged again without the boards that fell out, or
 * `null` when none is left. Every holder of the same snapshot comes to the same data under the same version.
 */
export function withoutExpired(snapshot: MarketSnapshot, passed: number, rules: TrustRules): MarketSnapshot | null {
  const lastMs = expiriesOf(snapshot)[passed - 1]
  if (lastMs === undefined) return snapshot
  const isLeft = (board: TrustedBoard) => (snapshot.staleAtMs.get(keyOf(board)) ?? lastMs) > lastMs
  const left = snapshot.market.boards.filter(isLeft)
  if (left.length === 0) return null
  return judged(
    {
      ...snapshot,
      version: snapshot.version + passed,
      staleAtMs: new Map([...snapshot.staleAtMs].filter(([, atMs]) => atMs > lastMs)),
    },
    left.map(judgedFrom),
    rules,
  )
}

/** The board as it was read, before it was judged. */
export const judgedFrom = ({ exchange, fiat, side, observedAtMs, ads, remote }: TrustedBoard): Board => ({
  exchange,
  fiat,
  side,
  observedAtMs,
  ads: ads.map(({ ad }) => ad),
  ...(remote === undefined ? {} : { remote }),
})

function judged(
  facts: Omit<MarketSnapshot, 'market' | 'rates' | 'updatedAtMs'>,
  boards: readonly Board[],
  rules: TrustRules,
): MarketSnapshot {
  const market = judgeMarket(facts.fiat, boards, facts.memory, rules)
  return { ...facts, market, rates: rates(market), updatedAtMs: Math.max(...boards.map(newestObservationMs)) }
}

const keyOf = ({ exchange, side }: Pick<Board, 'exchange' | 'side'>): string => boardKey(exchange, side)
