import type { Fiat } from '@p2p-rates/core'
import { z } from 'zod'
import { columns, type FlatAd, readFlatAd } from './ad-codec.js'
import { type FlatBoard, type FlatMarket, flatBoard, flatFacts } from './archived-market.js'

const deltaSchema = z.object({
  /** Version that this delta is based on; null for a full record. */
  base: z.int().nullable(),
  facts: flatFacts,
  boards: z
    .array(
      flatBoard.extend({
        /** Milliseconds by which the ads' `sinceMs` moved since the previous record, together with the clock. */
        shiftMs: z.int(),
        /**
         * An ad in one of three forms. An unchanged ad is its place on the same board in the previous record. A changed ad
         * is a list of that place and of each changed column with its value. A new ad is a list that holds a list of all
         * its values.
         */
        ads: z
          .array(z.union([z.int(), z.array(z.unknown()).readonly()]))
          .max(5_000)
          .readonly(),
      }),
    )
    .max(200)
    .readonly(),
})

type Delta = z.infer<typeof deltaSchema>
type DeltaBoard = Delta['boards'][number]
type DeltaAd = DeltaBoard['ads'][number]

export function encodeDelta(market: FlatMarket, before: FlatMarket | null): string {
  const written: Delta = {
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
