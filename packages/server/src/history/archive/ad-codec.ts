import { type Ad, type JudgedAd, type Reason, type ReasonCode, reasonCodes } from '@p2p-rates/core'
import { offerKey, roundPrice } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { type AdColumns, adColumnSchemas, adColumnsOf } from '../../market/ad-columns.js'

/** An archived ad, without its board's facts and the points of its reasons: a replay judges again. */
export type FlatAd = AdColumns & {
  readonly observed: number
  /** Since when it has been standing unchanged, by the wall clock; `null` = new or unknown. */
  readonly sinceMs: number | null
  /** Rounded down, as answers show it. */
  readonly scoreHundredths: number
  readonly trusted: boolean
  readonly eligible: boolean
  /** Codes, with their details and the prices compared with (`@44.95`), joined. */
  readonly reasons: string
}

const { executedUsdt, ...firstColumns } = adColumnSchemas({
  ...{ text: 500, paymentMethods: 500, remarks: 50_000, url: z.string().max(5_000) },
})

const columnSchemas = {
  ...firstColumns,
  observed: z.int().min(0).max(10_000),
  sinceMs: z.int().nullable(),
  scoreHundredths: z.int().min(0).max(100),
  trusted: z.boolean(),
  eligible: z.boolean(),
  reasons: z
    .string()
    .max(1_000)
    .refine((words) => splitReasons(words).every((word) => isCode(word.split(':')[0]))),
  executedUsdt,
} satisfies { readonly [Column in keyof FlatAd]-?: z.ZodType<FlatAd[Column]> }

const schema = z.strictObject(columnSchemas)

/** In the order in which they are written. A column that is added comes last, also one of `adColumnSchemas`: archives are read for years. */
export const columns: readonly (keyof FlatAd)[] = schema.keyof().options

export const readFlatAd = (values: readonly unknown[]): FlatAd =>
  schema.parse(Object.fromEntries(columns.map((column, at) => [column, values[at]])))

export function encodeAd(
  { ad, score, trusted, eligible, reasons }: JudgedAd,
  facts: {
    readonly judgedAtMs: number
    readonly minutes: ReadonlyMap<string, number>
    /** The instants at which ads of this board were observed; one that is missing is added. */
    readonly times: number[]
  },
): FlatAd {
  const { judgedAtMs, minutes, times } = facts
  const stood = minutes.get(offerKey(ad))
  let observed = times.indexOf(ad.observedAtMs)
  if (observed < 0) observed = times.push(ad.observedAtMs) - 1
  return Object.assign(adColumnsOf(ad), {
    observed,
    sinceMs: stood === undefined ? null : judgedAtMs - Math.round(stood * 60_000),
    scoreHundredths: hundredths(score),
    trusted,
    eligible,
    reasons: reasons.map(encodeReason).join('|'),
  })
}

/** Never more than the score: what just missed trust must not look as if it had passed. */
export function hundredths(score: number): number {
  const near = Math.round(score * 100)
  return near / 100 > score ? near - 1 : near
}

export function decodeAd(
  flat: FlatAd,
  board: Pick<Ad, 'exchange' | 'fiat' | 'side'>,
  times: readonly number[],
): JudgedAd {
  const observedAtMs = times[flat.observed]
  if (observedAtMs === undefined) throw new RangeError('an ad names an instant that its board does not have')
  const { exchange, fiat, side } = board
  return {
    ad: Object.assign(adColumnsOf(flat), { exchange, fiat, side, observedAtMs }),
    score: flat.scoreHundredths / 100,
    trusted: flat.trusted,
    eligible: flat.eligible,
    reasons: splitReasons(flat.reasons).map(decodeReason),
  }
}

const encodeReason = ({ code, detail, against }: Reason): string =>
  [code, ...(detail === undefined ? [] : [detail]), ...(against === undefined ? [] : [`@${roundPrice(against)}`])].join(
    ':',
  )
const splitReasons = (words: string): readonly string[] => (words === '' ? [] : words.split('|'))
const isCode = (word: string | undefined): word is ReasonCode => reasonCodes.some((code) => code === word)

/** Set the points to 0: the archive omits them. */
function decodeReason(word: string): Reason {
  const [code, ...rest] = word.split(':')
  if (!isCode(code)) throw new RangeError('an ad has an unknown reason')
  const detail = rest.filter((part) => !part.startsWith('@')).join(':')
  const against = Number(rest.find((part) => part.startsWith('@'))?.slice(1))
  return {
    code,
    points: 0,
    ...(detail === '' ? {} : { detail }),
    ...(against > 0 && Number.isFinite(against) ? { against } : {}),
  }
}
