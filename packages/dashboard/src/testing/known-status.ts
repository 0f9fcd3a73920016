import type { ExchangeHistory, Incident, Source, SourceHistory, StripPart } from '@p2p-rates/contract'
import { fiats } from '@p2p-rates/core'

const hourMs = 3_600_000
const quarterMs = hourMs / 4
const iso = (ms: number) => new Date(ms).toISOString()

/** Strip from letters such as `l68 s3 l25`. A dot is a slot without observation. */
export const strip = (text: string): StripPart[] =>
  text.split(' ').map((part) => ({ state: states[part.slice(0, 1)] ?? null, slots: Number(part.slice(1)) }))

const states: Readonly<Record<string, string>> = {
  l: 'live',
  p: 'partly',
  s: 'stale',
  f: 'frozen',
  h: 'held_out',
  b: 'blocked',
  e: 'empty',
  u: 'unsupported',
}

const past = (
  exchange: string,
  text: string,
  answered: number,
  gap: ExchangeHistory['longest_gap'],
): ExchangeHistory => ({
  exchange,
  parts: strip(text),
  answered_pct: answered,
  longest_gap: gap,
})

/** A day on which Bybit refuses, MEXC is held out in UAH, and the line was cut in the night. */
export function theHistory(nowMs: number, changed: Partial<SourceHistory> = {}): SourceHistory {
  const toMs = (Math.floor(nowMs / quarterMs) + 1) * quarterMs
  const cut = { started_at: iso(toMs - 35 * quarterMs), ended_at: iso(toMs - 35 * quarterMs + 2_400_000) }
  const night = { ...cut, seconds: 2_400 }
  const sinceMs = nowMs - 174 * 60_000
  const incidents: readonly Incident[] = [
    {
      kind: 'blocked',
      exchange: 'bybit',
      cause: 'blocked',
      fiats: [...fiats],
      started_at: iso(sinceMs),
      ended_at: null,
    },
    {
      kind: 'held_out',
      exchange: 'mexc',
      cause: 'implausible',
      fiats: ['UAH'],
      started_at: iso(nowMs - 2 * hourMs),
      ended_at: null,
    },
    { kind: 'offline', exchange: null, cause: 'network', fiats: [...fiats], ...cut },
  ]
  return {
    window: '24h',
    fiat: null,
    from_at: iso(toMs - 96 * quarterMs),
    to_at: iso(toMs),
    slot_seconds: 900,
    observed_at: iso(nowMs - 41_000),
    exchanges: [
      past('binance', 'l61 s3 l32', 97.2, night),
      past('bybit', 'l61 s3 l20 b12', 85.1, { started_at: iso(sinceMs), ended_at: null, seconds: 10_440 }),
      past('okx', 'l30 p1 l30 s3 l32', 96.5, night),
      past('bitget', 'l61 s3 l32', 97.2, night),
      past('mexc', 'l61 s3 l24 h8', 97.2, night),
      past('kucoin', 'l40 p1 l20 s3 l20 f4 l7 s1', 95.5, night),
    ],
    incidents,
    currencies: fiats.map((fiat) => ({ fiat, buy: true, sell: fiat !== 'MDL' })),
    server: {
      version: '1.3.0',
      cycle_seconds: 300,
      own_cycles: [{ fiat: 'UAH', cycle_seconds: 60 }],
      storage_works: true,
      history_from_at: '2026-06-03T00:00:00.000Z',
      open_streams: 14,
      archive: { works: true, days: 3, bytes: 94_371_840 },
    },
    ...changed,
  }
}

/** Fixed list, independent of the exchanges that the core supports. */
const exchanges = ['binance', 'bybit', 'okx', 'bitget', 'mexc', 'kucoin']

const odd: Readonly<Record<string, string>> = {
  'mexc UAH': 'held_out',
  'kucoin UAH': 'stale',
  'bitget CZK': 'empty',
  'mexc CZK': 'unsupported',
  'kucoin CZK': 'unsupported',
  'mexc GBP': 'frozen',
  'mexc KZT': 'empty',
  'okx MDL': 'empty',
  'kucoin RON': 'empty',
}
const untraded: Readonly<Record<string, readonly string[]>> = {
  bitget: ['GEL', 'AMD', 'MDL'],
  mexc: ['RON', 'GEL', 'AMD', 'MDL', 'AZN', 'KGS'],
  kucoin: ['GEL', 'AMD', 'MDL', 'KGS'],
}

export const allSources = (nowMs: number): readonly Source[] =>
  fiats.flatMap((fiat) =>
    exchanges.map((exchange, at) => {
      const plain = untraded[exchange]?.includes(fiat) === true ? 'unsupported' : 'live'
      return {
        exchange,
        fiat,
        state: exchange === 'bybit' ? 'blocked' : (odd[`${exchange} ${fiat}`] ?? plain),
        reason: null,
        observed_at: iso(nowMs - (exchange === 'bybit' ? 10_800_000 : 41_000 + at * 7_000)),
        age_seconds: 41,
        ads: 40,
        trusted_ads: 30,
        last_error: null,
        next_attempt_at: iso(nowMs + 480_000),
        simulated: false,
      }
    }),
  )
