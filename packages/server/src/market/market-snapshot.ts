import {
  type Board,
  type Fiat,
  judgeMarket,
  type MarketRates,
  rates,
  type TrustedBoard,
  type TrustedMarket,
  type TrustMemory,
  type TrustRules,
} from '@p2p-rates/core'
import { boardKey, newestObservationMs, type ProfitablePair, profitablePairs } from '@p2p-rates/core/internal'

/**
 * Scored data of one currency, as plain data for storage and transport. Its instants are wall-clock times of the server
 * that scored it, meaningful only relative to `judgedAtMs`. Readers convert them to their own clock.
 */
export type MarketSnapshot = {
  readonly fiat: Fiat
  /** Rises with every change of this currency's data. Never repeats or falls, even across restarts and processes. */
  readonly version: number
  readonly judgedAtMs: number
  /** Instant at which each board, by `boardKey`, becomes stale. */
  readonly staleAtMs: ReadonlyMap<string, number>
  readonly refreshAtMs: number
  /** Fresh boards of exchanges that are not excluded, scored together. */
  readonly market: TrustedMarket
  /** Profitable pairs of exchanges, with the time since when. Absent in snapshots of older releases. */
  readonly paying?: readonly ProfitablePair[]
  /** Input of the scoring, to score a part of the boards again. */
  readonly memory: TrustMemory
  /** Best prices, unrounded; `null` for a side without a reliable price. */
  readonly rates: MarketRates
  /** Receive time of the newest observation used. */
  readonly updatedAtMs: number
}

export type Publication = {
  readonly fiat: Fiat
  /** `null`: nothing fresh is held. */
  readonly snapshot: MarketSnapshot | null
  readonly judgedMonoMs: number
  /** Else it was on record before a restart. */
  readonly isNew: boolean
}

/** Publish a market. Rejects if it can't be recorded, because then no server may show it. */
export type PublishMarket = (publication: Publication) => Promise<void>

export type DatedBoard = { readonly board: Board; readonly askedAtMs: number }

export type Judgement = Pick<MarketSnapshot, 'fiat' | 'judgedAtMs' | 'refreshAtMs' | 'memory'> & {
  readonly publication: number
  readonly boards: readonly DatedBoard[]
  readonly paying: readonly ProfitablePair[]
}

/** Version numbers reserved per publication: one for the full market, one more after each expiry of boards. */
const versionsPerPublication = 64

/** Smallest publication number at this instant, so that versions rise even after the data are lost. */
export const publicationAt = (wallMs: number): number => Math.floor(wallMs / versionsPerPublication)

export const publicationOf = ({ version }: Pick<MarketSnapshot, 'version'>): number =>
  Math.floor(version / versionsPerPublication)

/** True if no board has expired since publication. */
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

export const expiriesOf = ({ staleAtMs }: Pick<MarketSnapshot, 'staleAtMs'>): readonly number[] =>
  [...new Set(staleAtMs.values())].sort((a, b) => a - b)

/** `null` if no board is left. Deterministic: every replica gets the same data under the same version. */
export function afterExpiries(snapshot: MarketSnapshot, passed: number, rules: TrustRules): MarketSnapshot | null {
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
    left.map(boardBeforeTrust),
    rules,
  )
}

export const boardBeforeTrust = ({
  exchange,
  fiat,
  side,
  observedAtMs,
  ads,
  remote,
  isIncomplete,
}: TrustedBoard): Board => ({
  exchange,
  fiat,
  side,
  observedAtMs,
  ads: ads.map(({ ad }) => ad),
  ...(remote === undefined ? {} : { remote }),
  ...(isIncomplete === undefined ? {} : { isIncomplete }),
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

export const freshForMs = 600_000

export const isFresh = (receivedMs: number, nowMs: number): boolean => nowMs - receivedMs <= freshForMs

const staleAtMs = (receivedMs: number): number => receivedMs + freshForMs + 1
