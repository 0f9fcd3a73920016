import { confidenceLevels, confidenceReasons, type Fiat, faultKinds, type SideConfidence, sides } from '@p2p-rates/core'
import { z } from 'zod'
import type { SourceStatus } from '../../market/sources-report.js'
import { columns, type FlatAd, readFlatAd } from './ad-codec.js'
import type { ArchivedRules, FlatBoard, FlatFacts, FlatMarket } from './archived-market.js'

/**
 * An ad in a record: its place on the same board in the record before, where nothing has changed; that place and the
 * columns that have changed, each before its value; or, in a list of its own, all its values.
 */
type DeltaAd = number | readonly unknown[]

type DeltaBoard = Omit<FlatBoard, 'ads'> & {
  /** Milliseconds by which the ads' `sinceMs` moved since the previous record, together with the clock. */
  readonly shiftMs: number
  readonly ads: readonly DeltaAd[]
}

type DeltaState = {
  /** Version that this delta is based on; null for a full record. */
  readonly base: number | null
  readonly facts: FlatFacts
  readonly boards: readonly DeltaBoard[]
}

export function encodeDelta(market: FlatMarket, before: FlatMarket | null): string {
  const written: DeltaState = {
    base: before?.facts.version ?? null,
    facts: market.facts,
    boards: market.boards.map((board) =>
      deltaOfBoard(
        board,
        before?.boards.find((other) => isSame(board, other)),
      ),
    ),
  }
  return JSON.stringify(written)
}

/** Returns the decoded market. Throws if the text is invalid or is based on a version other than that of `before`. */
export function decodeDelta(
  text: string,
  { fiat, judgedAtMs }: { readonly fiat: Fiat; readonly judgedAtMs: number },
  before: FlatMarket | null,
): FlatMarket {
  const { base, facts, boards } = deltaSchema.parse(JSON.parse(text))
  if (base !== null && base !== before?.facts.version) throw new RangeError('the record that it is based on is missing')
  const earlier = base === null ? null : before
  return {
    fiat,
    judgedAtMs,
    facts,
    boards: boards.map(({ shiftMs, ads, ...board }) => {
      const known = earlier?.boards.find((other) => isSame(board, other))?.ads ?? []
      return { ...board, ads: ads.map((ad) => readAd(ad, known, shiftMs)) }
    }),
  }
}

const isSame = (one: Pick<FlatBoard, 'exchange' | 'side'>, other: Pick<FlatBoard, 'exchange' | 'side'>): boolean =>
  one.exchange === other.exchange && one.side === other.side

function deltaOfBoard({ ads, ...board }: FlatBoard, before: FlatBoard | undefined): DeltaBoard {
  const places = new Map<string, number>()
  for (const [place, ad] of (before?.ads ?? []).entries()) places.set(nameOf(ad), place)
  const pairs = ads.map((ad) => {
    const place = places.get(nameOf(ad))
    const earlier = place === undefined ? undefined : before?.ads[place]
    return { ad, place, earlier }
  })
  const shiftMs = usualShift(pairs)
  return {
    ...board,
    shiftMs,
    ads: pairs.map(({ ad, place, earlier }) =>
      place === undefined || earlier === undefined
        ? [columns.map((column) => ad[column])]
        : changed(ad, place, shifted(earlier, shiftMs)),
    ),
  }
}

function changed(ad: FlatAd, place: number, before: FlatAd): DeltaAd {
  const changes: unknown[] = []
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]
    if (column !== undefined && !isEqual(ad[column], before[column])) changes.push(at, ad[column])
  }
  return changes.length === 0 ? place : [place, ...changes]
}

function readAd(given: DeltaAd, known: readonly FlatAd[], shiftMs: number): FlatAd {
  if (typeof given === 'number') return shifted(knownAt(given, known), shiftMs)
  const [first, ...changes] = given
  if (Array.isArray(first)) return readFlatAd(first)
  const values: unknown[] = columns.map((column) => shifted(knownAt(first, known), shiftMs)[column])
  for (let at = 0; at + 1 < changes.length; at += 2) values[Number(changes[at])] = changes[at + 1]
  return readFlatAd(values)
}

function knownAt(place: unknown, known: readonly FlatAd[]): FlatAd {
  const ad = known[Number(place)]
  if (ad === undefined) throw new RangeError('an ad is based on a missing ad')
  return ad
}

const shifted = (ad: FlatAd, ms: number): FlatAd =>
  ms === 0 || ad.sinceMs === null ? ad : { ...ad, sinceMs: ad.sinceMs + ms }

function usualShift(pairs: readonly { readonly ad: FlatAd; readonly earlier: FlatAd | undefined }[]): number {
  const counts = new Map<number, number>()
  for (const { ad, earlier } of pairs) {
    if (ad.sinceMs === null || earlier === undefined || earlier.sinceMs === null) continue
    const ms = ad.sinceMs - earlier.sinceMs
    counts.set(ms, (counts.get(ms) ?? 0) + 1)
  }
  let usual = 0
  for (const [ms, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = ms
  return usual
}

const nameOf = ({ adId, advertiserId, nickname }: FlatAd): string => adId ?? `${advertiserId ?? ''} ${nickname}`

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== 'object') return one === other
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other)
  return one.length === other.length && one.every((word, at) => word === other[at])
}

const shortText = z.string().max(500)
const instant = z.number().min(-8.64e15).max(8.64e15)
const pairs = z
  .array(z.tuple([shortText, z.number()]).readonly())
  .max(5_000)
  .readonly()

const scene: z.ZodType<SourceStatus> = z.object({
  exchange: shortText,
  fiat: shortText as unknown as z.ZodType<Fiat>,
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

const archivedRules: z.ZodType<ArchivedRules> = z.object({
  trustedFrom: z.number().min(0).max(1),
  bandUsdt: z.object({ min: z.number().min(0), max: z.number().min(0) }),
  minGate: z.number().min(0).max(1),
})

const facts: z.ZodType<FlatFacts> = z.object({
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
  scenes: z.array(scene).max(200).readonly(),
  rules: archivedRules,
  isSimulated: z.boolean(),
})

const deltaSchema: z.ZodType<DeltaState> = z.object({
  base: z.int().nullable(),
  facts,
  boards: z
    .array(
      z.object({
        exchange: shortText,
        side: z.enum(sides),
        observedAtMs: instant,
        times: z.array(instant).max(10_000).readonly(),
        consensus: z.object({ price: z.number(), spread: z.number(), gate: z.number(), weight: z.number() }).nullable(),
        ownCentre: z.number().nullable(),
        confidence: confidence.exactOptional(),
        shiftMs: z.int(),
        ads: z
          .array(z.union([z.int(), z.array(z.unknown()).readonly()]))
          .max(5_000)
          .readonly(),
      }),
    )
    .max(200)
    .readonly(),
})
