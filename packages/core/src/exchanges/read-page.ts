import type { Ad } from '../ad.js'
import type { Side } from '../currencies-and-sides.js'
import { type Fault, type FaultKind, isSoundFault } from '../fault.js'
import { adDefect } from './ad-defect.js'
import type { AdFacts, Exchange, RowContext } from './define-exchange.js'
import { readJson } from './read-json.js'

/** Reason why a row did not become an ad. `reason` holds our name or a wire path, never content of the wire. */
export type Rejection = { readonly row: number; readonly reason: string }

export type PageReading =
  | {
      readonly state: 'read'
      readonly ads: readonly Ad[]
      readonly rejected: readonly Rejection[]
      /** Rows that stood on the page, promoted and rejected ones included. */
      readonly rowCount: number
      readonly more: boolean
    }
  | { readonly state: 'failed'; readonly fault: Fault }

/** Request that the answer must match. The first page is number 1. */
export type PageContext = RowContext & { readonly page?: number }

/**
 * Parse the body of an exchange's answer into ads. Never throws. A bad row costs one ad; if more than a fifth of the rows
 * are bad, the reading is the fault `schema_drift`.
 *
 * @example
 * const reading = readPage(bazaar, text, { fiat: 'UAH', side: 'BUY', observedAtMs, names: noNames })
 */
export function readPage(exchange: Exchange, text: string, context: PageContext): PageReading {
  const json = readJson(text)
  if (!json.ok) return failed(exchange, json.why === 'too-deep' ? problems.tooDeep : problems.notJson)
  try {
    return readBody(exchange, json.value, context)
  } catch {
    // A descriptor that trips over an answer is treated like an answer that does not fit the descriptor.
    return failed(exchange, problems.changedShape)
  }
}

function readBody(exchange: Exchange, body: unknown, context: PageContext): PageReading {
  const refusal = exchange.refusal?.(body) ?? null
  if (refusal !== null && isSoundFault(refusal)) return { state: 'failed', fault: refusal }
  const envelope = exchange.page.safeParse(body)
  if (refusal !== null || !envelope.success) return failed(exchange, problems.changedShape)
  const rows = exchange.rows(envelope.data, context)
  if (rows.length > maxRows) return failed(exchange, problems.tooManyRows)

  const ads: Ad[] = []
  const rejected: Rejection[] = []
  let misshapen = 0
  for (const [index, row] of rows.entries()) {
    const judged = readRow(exchange, row, context)
    if (typeof judged !== 'string') {
      ads.push(judged)
      continue
    }
    rejected.push({ row: index, reason: judged })
    // Limits that contradict each other are one advertiser's mistake; they say nothing about the format.
    if (judged !== 'limits') misshapen++
    if (misshapen * 5 > rows.length) return failed(exchange, problems.tooManyMisshapen)
  }
  if (ads.length === 0 && rejected.length > 0) return failed(exchange, problems.tooManyMisshapen)

  const asked = { page: context.page ?? 1, rowCount: rows.length }
  const isFull = rows.length >= exchange.pageSize
  const more = exchange.more?.(envelope.data, asked) ?? isFull
  const isExcused = exchange.unordered === true && !isFull
  if (!isExcused && isPageReversed(ads, context.side)) return failed(exchange, problems.wrongWayRound)
  return { state: 'read', ads, rejected, rowCount: rows.length, more }
}

/** The ad, or why there is none: a wire path or one of our field names. */
function readRow(exchange: Exchange, row: unknown, context: PageContext): Ad | string {
  const parsed = exchange.row.safeParse(row)
  if (!parsed.success) return parsed.error.issues[0]?.path.map(String).join('.') || 'row'
  if (exchange.acceptsRow?.(parsed.data, context) === false) return 'market'
  try {
    const ad = finish(exchange, exchange.ad(parsed.data, context), context)
    return adDefect(ad) ?? ad
  } catch {
    return 'row'
  }
}

/** Copies named fields only, so that nothing else of a descriptor's answer gets in. */
function finish(exchange: Exchange, facts: AdFacts, context: PageContext): Ad {
  return {
    exchange: exchange.id,
    fiat: context.fiat,
    side: context.side,
    adId: cutOrNull(facts.adId, maxText),
    advertiserId: cutOrNull(facts.advertiserId, maxText),
    nickname: cut(facts.nickname.trim(), maxText),
    price: facts.price,
    minFiat: facts.minFiat,
    maxFiat: reachableMax(facts),
    stockUsdt: facts.stockUsdt,
    ...(facts.executedUsdt === undefined ? {} : { executedUsdt: facts.executedUsdt }),
    paymentMethods: tidyNames(facts.paymentMethods),
    completedOrders: facts.completedOrders,
    ordersBasis: facts.ordersBasis,
    // There is no completion rate before the first order; exchanges print 0 there.
    completionPct: facts.completedOrders === 0 && facts.completionPct === 0 ? null : facts.completionPct,
    positivePct: facts.positivePct,
    merchant: facts.merchant,
    lastSeenAtMs: facts.lastSeenAtMs,
    accountAgeDays: facts.accountAgeDays,
    promoted: facts.promoted,
    restricted: facts.restricted,
    takerDemands: facts.takerDemands,
    payWindowMinutes: facts.payWindowMinutes,
    remarks: cutOrNull(facts.remarks, maxRemarks),
    url: facts.url,
    observedAtMs: context.observedAtMs,
  }
}

/**
 * The listed maximum, capped by what the advertiser still holds. An ad whose stock is below its own minimum stays on
 * the board with that minimum, so that trust can name the stock as the reason, not a broken row.
 */
function reachableMax({ price, minFiat, maxFiat, stockUsdt }: AdFacts): number {
  if (stockUsdt === null) return maxFiat
  const held = stockUsdt * price
  return held < minFiat ? minFiat : Math.min(maxFiat, held)
}

function tidyNames(names: readonly string[]): readonly string[] {
  const tidy = new Set<string>()
  // A text has no `values`: it is no list of letters.
  for (const name of names.values()) {
    const text = cut(name.trim(), maxText)
    if (text !== '') tidy.add(text)
    if (tidy.size === maxNames) break
  }
  return [...tidy]
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  // Half an emoji is not text.
  const end = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, end)
}

const cutOrNull = (text: string | null, length: number): string | null => cut(text?.trim() ?? '', length) || null
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const maxRows = 1_000
const maxNames = 100
const maxText = 256
const maxRemarks = 4_000

const failed = ({ name }: Exchange, [kind, problem]: (typeof problems)[keyof typeof problems]): PageReading => ({
  state: 'failed',
  fault: { kind, message: `${name} ${problem}` },
})

const problems = {
  notJson: ['bad_response', 'did not answer with JSON.'],
  tooDeep: ['too_large', 'nests its answer too deeply.'],
  tooManyRows: ['too_large', `sent more than ${maxRows} ads in one page.`],
  changedShape: ['schema_drift', 'answers in a shape this version does not know.'],
  wrongWayRound: [
    'schema_drift',
    "sent its ads the wrong way round: the best are missing, or they are the other side's.",
  ],
  tooManyMisshapen: ['schema_drift', 'sent more than a fifth of its ads in a shape this version does not know.'],
} as const satisfies Record<string, readonly [FaultKind, string]>

/**
 * Returns true if a page runs from the worst price for the caller to the best. Exchanges list the best price first. A
 * reversed page is the opposite side's list, or the far end of this one. Ties don't count, and a few reversed ads may
 * be chance.
 */
export function isPageReversed(ads: readonly Ad[], side: Side): boolean {
  const prices = ads.filter((ad) => !ad.promoted).map((ad) => (side === 'BUY' ? ad.price : -ad.price))
  const steps = prices.slice(1).map((price, index) => price - (prices[index] ?? price))
  return steps.every((step) => step <= 0) && steps.filter((step) => step < 0).length >= fewestSteps
}

const fewestSteps = 5
