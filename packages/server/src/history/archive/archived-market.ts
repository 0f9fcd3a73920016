import { type Fiat, fiats, rates, type SideConfidence, sides } from '@p2p-rates/core'
import { boardKey, confidenceLevels, confidenceReasons, faultKinds, offerKey } from '@p2p-rates/core/internal'
import { z } from 'zod'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { SourceStatus } from '../../market/sources-report.js'
import { decodeAd, encodeAd, type FlatAd } from './ad-codec.js'

const shortText = z.string().max(500)
const instant = z.number().min(-8.64e15).max(8.64e15)
const pairs = z
  .array(z.tuple([shortText, z.number()]).readonly())
  .max(5_000)
  .readonly()

const sourceStatus: z.ZodType<SourceStatus> = z.object({
  exchange: shortText,
  fiat: z.enum(fiats),
  sides: z
    .array(
      z.object({
        newest: z.object({ observedAtMs: instant, askedAtMs: instant, ads: z.number() }).nullable(),
        everHadAds: z.boolean(),
        isHeld: z.boolean(),
        still: z.object({ sinceMs: instant, isLeftBehind: z.boolean() }).nullable(),
      }),
    )
    .max(2),
  isSwapped: z.boolean(),
  lastFault: z
    .object({ kind: z.enum(faultKinds), message: z.string().max(2_000), atMs: instant, isOver: z.boolean() })
    .nullable(),
  deniesMarket: z.boolean(),
  showsAds: z.boolean(),
  leftAlone: z.object({ kind: z.enum(faultKinds).nullable(), reason: z.string().max(2_000).nullable() }).nullable(),
  nextAttemptAtMs: instant.nullable(),
  isUnattended: z.boolean(),
  isSimulated: z.boolean(),
})

const confidence: z.ZodType<SideConfidence> = z.object({
  level: z.enum(confidenceLevels),
  reasons: z.array(z.enum(confidenceReasons)).readonly(),
})

const archivedRules = z.object({
  trustedFrom: z.number().min(0).max(1),
  bandUsdt: z.object({ min: z.number().min(0), max: z.number().min(0) }),
  minGate: z.number().min(0).max(1),
})

export type ArchivedRules = Readonly<z.infer<typeof archivedRules>>

export type ArchivedMarket = {
  readonly snapshot: MarketSnapshot
  readonly sourceStatuses: readonly SourceStatus[]
  readonly rules: ArchivedRules
  readonly isSimulated: boolean
}

/** Everything except the boards, small enough to write in full each time. Pairs stand for maps. */
export const flatFacts = z.object({
  version: z.int().min(0),
  refreshAtMs: instant,
  staleAtMs: pairs,
  paying: z
    .array(
      z.object({
        buyExchange: shortText,
        sellExchange: shortText,
        sizeUsdt: z.number(),
        sinceMs: instant,
        seenMs: instant,
      }),
    )
    .max(1_000)
    .readonly()
    .nullable(),
  confidence: z.object({ BUY: confidence, SELL: confidence }),
  previous: pairs,
  otherFiats: pairs,
  exchangesAsked: z.int().min(0).nullable(),
  /** Absent in records of older versions. */
  frontRecord: z
    .partialRecord(z.enum(confidenceLevels), z.object({ cases: z.int().min(0), held: z.int().min(0) }))
    .exactOptional(),
  scenes: z.array(sourceStatus).max(200).readonly(),
  rules: archivedRules,
  isSimulated: z.boolean(),
})

export type FlatFacts = Readonly<z.infer<typeof flatFacts>>

export const flatBoard = z.object({
  exchange: shortText,
  side: z.enum(sides),
  observedAtMs: instant,
  times: z.array(instant).max(10_000).readonly(),
  consensus: z.object({ price: z.number(), spread: z.number(), gate: z.number(), weight: z.number() }).nullable(),
  ownCentre: z.number().nullable(),
  /** Absent in records of older versions. */
  confidence: confidence.exactOptional(),
})

export type FlatBoard = Readonly<z.infer<typeof flatBoard>> & { readonly ads: readonly FlatAd[] }

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
      ...(memory.frontRecord !== undefined && { frontRecord: memory.frontRecord }),
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
    sourceStatuses: facts.scenes,
    rules: facts.rules,
    isSimulated: facts.isSimulated,
  }
}

export function judgedMarketOf({
  fiat,
  judgedAtMs,
  facts,
  boards,
}: Pick<FlatMarket, 'fiat' | 'judgedAtMs' | 'boards'> & {
  readonly facts: Pick<FlatFacts, 'confidence' | 'previous' | 'otherFiats' | 'exchangesAsked' | 'frontRecord'>
}): Pick<MarketSnapshot, 'market' | 'memory'> {
  const minutes = new Map<string, number>()
  const judged = boards.map(
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
  const front = facts.frontRecord === undefined ? {} : { frontRecord: facts.frontRecord }
  return {
    market: { fiat, boards: judged, confidence: facts.confidence, ...front },
    memory: {
      previous: new Map(facts.previous),
      unchangedMinutes: minutes,
      otherFiats: new Map(facts.otherFiats),
      ...(facts.exchangesAsked === null ? {} : { exchangesAsked: facts.exchangesAsked }),
      ...front,
    },
  }
}
