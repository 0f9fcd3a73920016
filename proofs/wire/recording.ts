import { type Dictionary, type Exchange, everyExchange, isFault, keyedExchanges } from '@p2p-rates/core'

export type Recording =
  | { readonly is: 'page'; readonly exchange: Exchange; readonly text: string; readonly part?: string }
  | { readonly is: 'names'; readonly names: Dictionary }
  | { readonly is: 'refusal' }
  | { readonly is: 'aside'; readonly why: string }
  | { readonly is: 'unknown' }

const exchangesNamed = (folder: string): readonly Exchange[] =>
  [...everyExchange, ...keyedExchanges].flatMap((exchange) => {
    if (exchange.id === folder) return [exchange]
    return exchange.signed !== undefined && folder === `${exchange.id}-signed` ? [exchange.signed.wire] : []
  })

/** Undoes the recorder's wrapping where there is one; otherwise the text is taken as the exchange sent it. */
export function recognise(folder: string, body: unknown, text: string): readonly Recording[] {
  if (folder === 'officials') return [{ is: 'aside', why: 'a rate of a central bank' }]
  if (folder === 'networks') return [{ is: 'aside', why: 'networks of an exchange' }]
  const candidates = exchangesNamed(folder)
  const kept = record(body)
  const unwrapped = wrappings.find((wrapping) => wrapping.folder === folder && wrapping.when(kept))?.undo(kept)
  if (typeof unwrapped === 'string') return [{ is: 'aside', why: unwrapped }]
  if (unwrapped === undefined) return [recogniseOne(candidates, body, text)]
  return unwrapped.map((envelope) => {
    const recording = recogniseOne(candidates, envelope.body, JSON.stringify(envelope.body))
    return recording.is === 'page' && envelope.part !== undefined ? { ...recording, part: envelope.part } : recording
  })
}

function recogniseOne(candidates: readonly Exchange[], body: unknown, text: string): Recording {
  for (const exchange of candidates) {
    if ((exchange.refusal?.(body) ?? null) !== null) return { is: 'refusal' }
    const names = exchange.dictionary?.read(body)
    if (names !== undefined && !isFault(names) && names.payments.size + names.currencies.size > 0) {
      return { is: 'names', names }
    }
    if (exchange.page.safeParse(body).success) return { is: 'page', exchange, text }
  }
  return { is: 'unknown' }
}

/** A recorder's way of keeping only part of an answer, and how to put that part back where the exchange sends it. */
export type Wrapping = {
  readonly folder: string
  readonly when: (kept: Kept) => boolean
  /** Envelopes to read, or in words why there is nothing to read. */
  readonly undo: (kept: Kept) => readonly Envelope[] | string
}
export type Envelope = { readonly part?: string; readonly body: unknown }
export type Kept = Readonly<Record<string, unknown>>

/** Nothing inside a row is touched, except where a recorder kept columns instead of rows. */
const wrappings: readonly Wrapping[] = [
  { folder: 'binance', when: (kept) => Array.isArray(kept.anuncios), undo: (kept) => [binanceSearch(kept.anuncios)] },
  {
    folder: 'binance',
    when: (kept) => columnParts(kept).length > 0,
    undo: (kept) => columnParts(kept).map(([part, rows]) => ({ part, ...binanceSearch(rows.map(fromColumns(part))) })),
  },
  {
    folder: 'binance',
    when: (kept) => Array.isArray(kept.methods),
    undo: () => 'payment identifiers; the ads themselves carry the names',
  },
  {
    folder: 'binance',
    when: (kept) => Array.isArray(record(kept.data).items),
    undo: () => 'a documented list without advertiser ids, which is not asked',
  },
  { folder: 'bybit', when: (kept) => kept.item !== undefined, undo: (kept) => [bybitOnline({ items: [kept.item] })] },
  {
    folder: 'bybit',
    when: (kept) => kept.ret_code === undefined && record(kept.result).items !== undefined,
    undo: (kept) => [bybitOnline(kept.result)],
  },
  { folder: 'bybit', when: (kept) => Array.isArray(kept.entries), undo: (kept) => [bybitPayments(list(kept.entries))] },
  { folder: 'okx', when: (kept) => kept.quoteMinAmountPerOrder !== undefined, undo: (kept) => [okxBooks(kept)] },
  { folder: 'okx', when: (kept) => Array.isArray(kept.methods), undo: (kept) => [okxTemplates(list(kept.methods))] },
  {
    folder: 'mexc',
    when: (kept) => list(kept.data).some((row) => record(row).coinId !== undefined),
    undo: () => 'ids of coins',
  },
]

const binanceSearch = (rows: unknown): Envelope => ({ body: { code: '000000', success: true, data: rows } })
const bybitOnline = (result: unknown): Envelope => ({ body: { ret_code: 0, result } })
const bybitPayments = (entries: readonly unknown[]): Envelope => ({
  body: {
    result: {
      paymentConfigVo: entries.map(list).map(([paymentType, , paymentName]) => ({ paymentType, paymentName })),
    },
  },
})
const okxBooks = (ad: Kept): Envelope => ({ body: { code: 0, data: { buy: [], sell: [], [String(ad.side)]: [ad] } } })
const okxTemplates = (methods: readonly unknown[]): Envelope => ({
  body: {
    code: 0,
    data: methods
      .map(list)
      .map(([paymentMethod, paymentMethodDescription]) => ({ paymentMethod, paymentMethodDescription })),
  },
})

/** `EUR_BUY: [[price, min, max, nickname, finish rate, positive rate, identifiers], …]` */
function columnParts(kept: Kept): readonly [string, readonly unknown[]][] {
  return Object.entries(kept).flatMap(([part, rows]) =>
    /^[A-Z]{3}_(BUY|SELL)$/.test(part) && Array.isArray(rows) ? [[part, rows]] : [],
  )
}

const fromColumns = (part: string) => (columns: unknown) => {
  const [fiatUnit, side] = part.split('_')
  const [price, min, max, nickName, monthFinishRate, positiveRate, identifiers] = list(columns)
  return {
    adv: {
      tradeType: side === 'BUY' ? 'SELL' : 'BUY',
      asset: 'USDT',
      fiatUnit,
      price,
      minSingleTransAmount: min,
      maxSingleTransAmount: max,
      tradeMethods: String(identifiers)
        .split(',')
        .map((identifier) => ({ identifier })),
    },
    advertiser: { nickName, monthFinishRate, positiveRate },
  }
}

const record = (value: unknown): Kept => (typeof value === 'object' && value !== null ? (value as Kept) : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
