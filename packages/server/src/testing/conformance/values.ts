import { type ErrorCode, endpoints } from '@p2p-rates/contract'
import { exchangeIds } from '@p2p-rates/core'

/** Values that a parameter accepts and rejects. Written from the contract's text, to be independent of its code. */
export type Values = {
  readonly good: readonly string[]
  /** Refused with `invalid_parameter`. */
  readonly malformed: readonly string[]
  /** Well formed, but nothing we know: refused with a code of its own. */
  readonly unknown?: { readonly code: ErrorCode; readonly values: readonly string[] }
}

const notWhole = [
  '',
  '0',
  '-1',
  '+1',
  '1.5',
  '1.0',
  '.5',
  '1e3',
  '1E3',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  ' 1',
  '1 ',
  '1\n',
  'NaN',
  'Infinity',
  'ten',
  'null',
  '١٠',
  '１０',
  '一',
  '1\u0000',
  '[]',
]
const whole: Values = { good: ['1', '2', '10', '007'], malformed: notWhole }

const notDecimal = [
  '',
  '-5',
  '+5',
  '1e3',
  '0x10',
  '1,000',
  '1 000',
  '.5',
  '5.',
  '1.2.3',
  'NaN',
  'Infinity',
  '1'.repeat(13),
  '1.123456789',
  '١٠',
  '１０',
  '1\u00a0',
  '$5',
  '9'.repeat(400),
]

const notSigned = [...notDecimal.filter((text) => text !== '-5'), '--5', '-', '- 5', '5-', '-1e3']

const fiat: Values = {
  good: ['UAH', 'eur', 'Eur', 'uAh'],
  malformed: [''],
  unknown: {
    code: 'unsupported_fiat',
    values: [
      'XXX',
      'BTC',
      'USDT',
      'UA',
      'UAHH',
      ' UAH',
      'UAH ',
      'UAH,EUR',
      'ＵＡＨ',
      'UAН',
      'UAH\u0000',
      '__proto__',
      'constructor',
    ],
  },
}
const strangers = ['Binance', 'BINANCE', 'bazaar', 'bіnance', 'binance ', '__proto__', 'toString', '../okx']
const exchange: Values = {
  good: exchangeIds,
  malformed: [''],
  unknown: { code: 'unsupported_exchange', values: [...strangers, 'binance,okx', 'best', 'index', 'all'] },
}
const exchangeList: Values = {
  good: [...exchangeIds, 'okx,bybit'],
  malformed: ['', 'okx,okx'],
  unknown: {
    code: 'unsupported_exchange',
    values: [...strangers, 'best', 'all', 'binance,', ',okx', 'okx;bybit', 'okx,bybt'],
  },
}
/** All, because the exchange of a question must be among them. */
const ownExchanges: Values = { ...exchangeList, good: [exchangeIds.join(',')] }
const exchangeOrAll: Values = {
  good: ['all', ...exchangeIds],
  malformed: [''],
  unknown: {
    code: 'unsupported_exchange',
    values: [...strangers, 'binance,okx', 'best', 'index', 'al', 'ALL', 'all,okx'],
  },
}
const series: Values = {
  good: ['best', 'index', ...exchangeIds],
  malformed: [''],
  unknown: { code: 'unsupported_exchange', values: [...strangers, 'binance,okx', 'BEST', 'Index', 'all'] },
}

const methods = {
  malformed: ['x'.repeat(65), '😀'.repeat(65), ',', 'mono,', ',mono', 'mono,,wise', 'mono, ,wise', 'mono,'.repeat(10)],
} as const
// Neither the dictionary nor any simulated board has them.
const unknownMethods = [
  'monobnk',
  'mono,monobnk',
  '.*',
  '\\',
  '%',
  '__proto__',
  '\u0000',
  '\u202e',
  'а'.repeat(64),
  '😀'.repeat(64),
]

/** Any two of which are in their order and at most 400 days apart. */
const days: Record<'from' | 'to', Values> = {
  from: { good: ['2024-01-01', '2024-02-29'], malformed: noDays() },
  to: { good: ['2024-02-29', '2024-12-31'], malformed: noDays() },
}
function noDays(): readonly string[] {
  return [
    '',
    '2026-11-31',
    '2025-02-29',
    '2026-2-01',
    '20261121',
    '2026-11-21T00:00:00Z',
    '21.11.2026',
    'today',
    '1999-12-31',
    '3000-01-01',
    '-2026-01-01',
    '+012026-01-01',
    '２０２６-11-21',
    '2026-11-21 ',
    '0',
  ]
}

const byName: ReadonlyMap<string, Values> = new Map(
  Object.entries({
    fiat,
    exchange,
    'orderbook exchange': exchangeOrAll,
    'history exchange': series,
    'candles exchange': series,
    'stats exchange': series,
    side: { good: ['BUY', 'sell', 'Sell'], malformed: ['', 'HOLD', 'BUY,SELL', 'ＢＵＹ', 'ſell', '1'] },
    rows: whole,
    hours: whole,
    max_points: whole,
    payment_method: {
      ...methods,
      good: ['', 'mono', 'MONO', 'privatbank', 'ｍｏｎｏ', ' wise ', 'mono,privat', 'mono,wise,pumb'],
    },
    exclude_method: { ...methods, good: ['', 'wise', 'WISE', 'privatbank', 'mono,privat', ...unknownMethods] },
    merchant: { good: ['true', 'false'], malformed: ['', 'TRUE', '1', 'yes', 'true,false'] },
    min_orders: whole,
    min_completion_pct: {
      good: ['0.01', '95', '97.5', '100'],
      malformed: [...notDecimal, '0', '0.00', '100.01', '95%', '1000'],
    },
    'transfers from': exchange,
    'transfers to': exchange,
    'quote transfer_fee_usdt': { good: ['0', '0.5', '1000'], malformed: [...notDecimal, '1000.01', 'auto'] },
    'convert from': { ...fiat, good: ['UAH', 'uah', 'uAh'] },
    'convert to': { ...fiat, good: ['EUR', 'eur'], malformed: ['', 'UAH', 'uah'] },
    from_method: { ...methods, good: ['', 'mono', 'privatbank', 'mono,privat', ...unknownMethods] },
    to_method: { ...methods, good: ['', 'sepa', 'WISE', 'wise,revolut'] },
    trusted: { good: ['true', 'false'], malformed: ['', 'TRUE', '1', 'yes', 'true,false'] },
    at: {
      good: [
        '2026-03-14T14:05Z',
        '2026-03-14T14:05:30+02:00',
        '2026-03-14T14:05 02:00',
        '2026-03-14T14:05:30.250-09:30',
        '0',
        '1773497100',
        '9999999999',
        '2024-02-29T00:00Z',
      ],
      malformed: [
        '',
        'now',
        '2026-03-14',
        '2026-03-14T14:05',
        '2026-03-14 14:05Z',
        '2026-02-29T14:05Z',
        '2026-13-01T00:00Z',
        '2026-03-14T24:00Z',
        '2026-03-14T14:60Z',
        '2026-03-14T14:05+15:00',
        '2026-03-14T14:05+02',
        '2026-03-14t14:05z',
        '1773497100000',
        '-1',
        '1.5',
        '1e9',
        '+1773497100',
        '１７７３４９７１００',
      ],
    },
    'price exchange': series,
    price: { good: ['1', '0.01', '41.9', '999999999999'], malformed: [...notDecimal, '0', '0.0'] },
    tz: {
      good: ['Europe/Kyiv', 'UTC', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
      malformed: [
        '',
        'Kyiv',
        '+02:00',
        '+02',
        'UTC+2',
        'Europe/Nowhere',
        'Europe/Kyiv ',
        '../etc/passwd',
        'Europe/Kyiv\u0000',
        'Ｅurope/Kyiv',
        'x'.repeat(65),
        '__proto__',
        '2',
      ],
    },
    base: { good: ['best', 'median'], malformed: ['', 'BEST', 'mean', 'best,nth', '__proto__'] },
    n: { good: ['1', '7', '50', '007'], malformed: [...notWhole, '51', '100'] },
    exchanges: exchangeList,
    my_orders: { good: ['0', ...whole.good], malformed: notWhole.filter((text) => text !== '0') },
    my_completion_pct: {
      good: ['0', '0.00', '95', '97.5', '100'],
      malformed: [...notDecimal, '100.01', '95%', '1000'],
    },
    my_account_days: { good: ['0', ...whole.good], malformed: notWhole.filter((text) => text !== '0') },
    my_verified: { good: ['true', 'false'], malformed: ['', 'TRUE', '1', 'yes', 'true,false'] },
    my_exchanges: ownExchanges,
    my_methods: { ...methods, good: ['', 'mono', 'privatbank', 'mono,privat'] },
    'rates exchange': exchangeList,
    'quote exchange': exchangeList,
    offset_pct: { good: ['0', '1.5', '-1.5', '50', '-50'], malformed: [...notSigned, '50.01', '-51'] },
    offset: { good: ['0', '0.05', '-0.05', '999999999999'], malformed: notSigned },
    step: { good: ['0.0001', '0.05', '2.5', '1000'], malformed: [...notDecimal, '0', '0.00001'] },
    rounding: { good: ['nearest', 'up', 'down'], malformed: ['', 'UP', 'floor', 'up,down'] },
    floor: { good: ['0.01', '1'], malformed: [...notDecimal, '0', '-1'] },
    ceiling: { good: ['1', '999999999999'], malformed: [...notDecimal, '0', '-1'] },
    'rates include': {
      good: [
        'confidence',
        'rails',
        'profile',
        'interval',
        'confidence,rails',
        'rails,confidence',
        'profile,confidence',
      ],
      malformed: ['', 'trust', 'CONFIDENCE', 'rails,', 'rails,rails', 'confidence rails', '__proto__'],
    },
    'quote include': {
      good: ['interval'],
      malformed: ['', 'trust', 'interval,', 'interval,interval', '__proto__'],
    },
    'stats include': {
      good: ['updated_at'],
      malformed: ['', 'nonsense', 'updated_at,nonsense', 'updated_at;'],
    },
    'stream include': {
      good: ['confidence'],
      malformed: ['', 'rails', 'CONFIDENCE', 'confidence,', 'confidence,confidence', '__proto__'],
    },
    'arbitrage include': {
      good: ['same_exchange', 'age', 'updated_at', 'same_exchange,age', 'age,same_exchange', 'confidence,age'],
      malformed: ['', 'SAME_EXCHANGE', 'trust', 'same_exchange,', 'same_exchange,same_exchange', '__proto__'],
    },
    'candles include': {
      good: ['ads', 'confidence', 'ads,confidence', 'confidence,ads'],
      malformed: ['', 'ADS', 'trust', 'ads,', 'ads,ads', '__proto__'],
    },
    'usage include': {
      good: ['recent_errors'],
      malformed: ['', 'RECENT_ERRORS', 'errors', 'recent_errors,', '__proto__'],
    },
    confidence: { good: ['high', 'medium', 'low'], malformed: ['', 'HIGH', 'none', 'high,low', '__proto__'] },
    days: whole,
    ...days,
    window: { good: ['24h', '30d'], malformed: ['', '24H', '7d', '24h,30d'] },
    limit: whole,
    q: { good: ['', 'ann', 'ANN@', 'Кав’ярня', '%'], malformed: ['x'.repeat(101)] },
    after: { good: ['acc_none'], malformed: ['', 'x'.repeat(65)] },
    include: {
      good: ['trust', 'updated_at', 'demands', 'updated_at,trust', 'demands,trust'],
      malformed: ['', 'TRUST', 'trust,all', 'trust,trust'],
    },
    amount: { good: ['1', '0.01', '1000.50', '999999999999', '0.00000001'], malformed: [...notDecimal, '0', '0.0'] },
    amount_usdt: { good: ['1', '0.5', '250'], malformed: [...notDecimal, '0', '0.00'] },
    transfer_fee_usdt: { good: ['0', '0.5', '1000', 'auto'], malformed: [...notDecimal, '1000.01', 'AUTO', 'auto,1'] },
    trade_worth_usdt: { good: ['0', '0.25', '1000'], malformed: [...notDecimal, '1000.01', '1001'] },
    interval: { good: ['5m', '15m', '1h', '4h', '1d'], malformed: ['', '1H', '2h', '60', '1m'] },
    format: { good: ['json', 'csv'], malformed: ['', 'CSV', 'xml', 'json,csv'] },
  } satisfies Record<string, Values>),
)

export const valuesOf = (endpoint: string, parameter: string): Values => {
  const values = byName.get(`${endpoint} ${parameter}`) ?? byName.get(parameter)
  if (values === undefined) throw new Error(`Nobody wrote down what ${parameter} of ${endpoint} takes.`)
  return values
}

export const isRepeatable = (endpoint: string, parameter: string): boolean =>
  lists.has(parameter) || ofDifferent(endpoint, parameter)
const lists: ReadonlySet<string> = new Set([
  'payment_method',
  'exclude_method',
  'from_method',
  'to_method',
  'my_methods',
])

/** Lists without the same part twice. */
export const ofDifferent = (endpoint: string, parameter: string): boolean =>
  [exchangeList, ownExchanges].includes(valuesOf(endpoint, parameter))

export const required: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['orderbook', { exchange: 'binance' }],
  ['quote', { amount: '5000' }],
  ['convert', { from: 'UAH', to: 'EUR', amount: '5000' }],
  ['fair', { price: '41.9' }],
  ['price', { at: '2026-03-14T14:05Z' }],
])

export const readable = endpoints.filter(
  ({ method, access, path }) => method === 'GET' && access.kind === 'key' && !path.includes('{'),
)

export const queryText = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters.length === 0
    ? ''
    : `?${parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
