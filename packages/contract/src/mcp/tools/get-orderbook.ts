import { allExchanges } from '../../endpoint/common-inputs.js'
import { orderbook } from '../../endpoints/prices/orderbook.js'
import { sources } from '../../endpoints/service/sources.js'
import type { WireAd } from '../../generated/types.js'
import { codeInWords } from '../../words/code-in-words.js'
import { en } from '../../words/en.js'
import { ageOfSource, agesOf, missingLine } from '../data-age-in-words.js'
import { atMost, fiatArgument, methodArgument, sideArgument, type Tool } from '../tool.js'
import { aboutNames, recordInWords, sanitizeNickname, waysToPay } from '../untrusted-text.js'

const mostRows = 10

export const getOrderbook: Tool = {
  name: 'get_orderbook',
  description: 'Ads of one exchange or all now, best price first: limits, ways to pay, record, trusted or why not.',
  params: {
    exchange: { type: 'string' },
    fiat: fiatArgument,
    side: sideArgument,
    rows: { type: 'integer', description: 'At most 10' },
    method: methodArgument,
    trusted: { type: 'boolean' },
  },
  required: ['exchange'],
  endpoints: [orderbook, sources],
  run: async ({ method, ...given }, ask) => {
    const rows = atMost(mostRows, given.rows, mostRows)
    const book = await ask(orderbook, { ...given, rows, payment_method: method, include: 'trust' })
    const { exchange, fiat, side, ads } = book
    const isOfAll = exchange === allExchanges
    const seen = await ask(sources, { fiat, exchange: isOfAll ? undefined : exchange })
    const on = (ad: WireAd) => ad.exchange ?? exchange
    return [
      `Ads on ${isOfAll ? 'all exchanges' : exchange}, you ${side === 'BUY' ? 'buy' : 'sell'} USDT, ${fiat} for 1 USDT, seen ${isOfAll ? agesOf(seen, ads.map(on)) : ageOfSource(seen, exchange)}:`,
      ...ads.map((ad, place) => {
        const line = adLine(ad, { exchange: on(ad), fiat })
        return `${place + 1}. ${isOfAll ? `${on(ad)}: ` : ''}${line}`
      }),
      ...(ads.length === 0 ? ['none.'] : [aboutNames]),
      ...(isOfAll ? missingLine(seen) : []),
    ]
  },
}

/** Show nicknames of trusted advertisers only: users don't need to find other advertisers. */
const adLine = (ad: WireAd, { exchange, fiat }: { readonly exchange: string; readonly fiat: string }): string =>
  [
    `${ad.price}; takes ${ad.min_amount} to ${ad.max_amount} ${fiat}`,
    waysToPay(ad.payment_methods, { exchange, fiat }),
    recordInWords(ad.completed_orders, ad.completion_rate),
    ad.trusted ? `trusted, ${sanitizeNickname(ad.nickname)}` : `not trusted: ${whyNot(ad)}`,
  ].join('; ')

/** The weightiest reason; the lighter ones may speak for the ad. */
const whyNot = ({ reasons: [first] = [] }: WireAd): string =>
  first === undefined ? 'too little is known' : codeInWords(en, 'reason', first)
