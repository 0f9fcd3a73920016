import {
  boardKey,
  type ExchangeId,
  exchangeIds,
  type Fiat,
  offerKey,
  type ProfitablePair,
  rates,
  type Side,
  type SideConfidence,
} from '@p2p-rates/core'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { SourceStatus } from '../../market/sources-report.js'
import { decodeAd, encodeAd, type FlatAd } from './ad-codec.js'

export type ArchivedRules = {
  readonly trustedFrom: number
  readonly bandUsdt: { readonly min: number; readonly max: number }
  readonly minGate: number
}

export type ArchivedMarket = {
  readonly snapshot: MarketSnapshot
  readonly sourceStatuses: readonly SourceStatus[]
  readonly rules: ArchivedRules
  readonly isSimulated: boolean
}

type Consensus = MarketSnapshot['market']['boards'][number]['consensus']

export type FlatBoard = {
  readonly exchange: string
  readonly side: Side
  readonly observedAtMs: number
  readonly times: readonly number[]
  readonly consensus: Consensus
  readonly ownCentre: number | null
  /** Absent in records of older versions. */
  readonly confidence?: SideConfidence
  readonly ads: readonly FlatAd[]
}

/** Everything except the boards, small enough to write in full each time. Pairs stand for maps. */
export type FlatFacts = {
  readonly version: number
  readonly refreshAtMs: number
  readonly staleAtMs: readonly (readonly [string, number])[]
  readonly paying: readonly ProfitablePair[] | null
  readonly confidence: MarketSnapshot['market']['confidence']
  readonly previous: readonly (readonly [string, number])[]
  readonly otherFiats: readonly (readonly [string, number])[]
  readonly exchangesAsked: number | null
  readonly scenes: readonly SourceStatus[]
  readonly rules: ArchivedRules
  readonly isSimulated: boolean
}

export type FlatMarket = {
  readonly fiat: Fiat
  readonly judgedAtMs: number
  readonly facts: FlatFacts
  readonly boards: readonly FlatBoard[]
}

export function flatMarketOf({ snapshot, sourceStatuses, rules, isSimulated }: ArchivedMarket): FlatMarket {
  const { fiat, version, judgedAtMs, staleAtMs, refreshAtMs, market, paying, memory } = snapshot
  const minutes = memory.unchangedMinutes ?? new Map()
  return {
    fiat,
    judgedAtMs,
    facts: {
      version,
      refreshAtMs,
      staleAtMs: [...staleAtMs],
      paying: paying ?? null,
      confidence: market.confidence,
      previous: [...(memory.previous ?? [])],
      otherFiats: [...(memory.otherFiats ?? [])],
      exchangesAsked: memory.exchangesAsked ?? null,
      scenes: sourceStatuses,
      rules,
      isSimulated,
    },
    boards: market.boards.map(({ exchange, side, observedAtMs, ads, consensus, ownCentre, confidence }) => {
      const times: number[] = []
      const flatAds = ads.map((ad) => encodeAd(ad, { judgedAtMs, minutes, times }))
      const sure = confidence === undefined ? {} : { confidence }
      return { exchange, side, observedAtMs, times, consensus, ownCentre, ...sure, ads: flatAds }
    }),
  }
}

export function archivedMarketOf(flat: FlatMarket): ArchivedMarket {
  const { fiat, judgedAtMs, facts } = flat
  const { market, memory } = judgedMarketOf(flat)
  const newest = market.boards.flatMap(({ observedAtMs, ads }) => [
    observedAtMs,
    ...ads.map(({ ad }) => ad.observedAtMs),
  ])
  const keys = new Set(market.boards.map(({ exchange, side }) => boardKey(exchange, side)))
  return {
    snapshot: {
      fiat,
      version: facts.version,
      judgedAtMs,
      staleAtMs: new Map(facts.staleAtMs.filter(([key]) => keys.has(key))),
      refreshAtMs: facts.refreshAtMs,
      market,
      ...(facts.paying === null ? {} : { paying: facts.paying }),
      memory,
      rates: rates(market),
      updatedAtMs: newest.reduce((latest, atMs) => Math.max(latest, atMs), 0),
    },
    sourceStatuses: facts.scenes.filter(({ exchange }) => isExchange(exchange)),
    rules: facts.rules,
    isSimulated: facts.isSimulated,
  }
}

/** Returns the verdicts and the memory that produced them. Skips boards of exchanges that this program doesn't know. */
export function judgedMarketOf({
  fiat,
  judgedAtMs,
  facts,
  boards,
}: Pick<FlatMarket, 'fiat' | 'judgedAtMs' | 'boards'> & {
  readonly facts: Pick<FlatFacts, 'confidence' | 'previous' | 'otherFiats' | 'exchangesAsked'>
}): Pick<MarketSnapshot, 'market' | 'memory'> {
  const known = boards.flatMap((board) => (isExchange(board.exchange) ? [{ ...board, exchange: board.exchange }] : []))
  const minutes = new Map<string, number>()
  const judged = known.map(
    ({ exchange, side, observedAtMs, times, consensus, ownCentre, confidence, ads: flatAds }) => {
      const ads = flatAds.map((flat) => {
        const ad = decodeAd(flat, { exchange, fiat, side }, times)
        if (flat.sinceMs !== null) minutes.set(offerKey(ad.ad), (judgedAtMs - flat.sinceMs) / 60_000)
        return ad
      })
      return {
        ...{ exchange, fiat, side, observedAtMs, ads, consensus, ownCentre },
        ...(confidence === undefined ? {} : { confidence }),
      }
    },
  )
  return {
    market: { fiat, boards: judged, confidence: facts.confidence },
    memory: {
      previous: new Map(facts.previous),
      unchangedMinutes: minutes,
      otherFiats: new Map(facts.otherFiats),
      ...(facts.exchangesAsked === null ? {} : { exchangesAsked: facts.exchangesAsked }),
    },
  }
}

const isExchange = (name: string): name is ExchangeId => exchangeIds.some((id) => id === name)
