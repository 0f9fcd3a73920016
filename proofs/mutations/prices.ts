import type { Mutation } from './mutation.js'

const core = 'packages/core/src'

export const priceMutations: readonly Mutation[] = [
  {
    name: 'Binance: paid ads are not told from others',
    file: `${core}/exchanges/binance.ts`,
    search: 'promoted: privilegeType === 8 || privilegeType === 2 || Boolean(privilegeDesc)',
    replacement: 'promoted: false',
    tests: [`${core}/exchanges/binance.test.ts`],
  },
  {
    name: 'KuCoin: sides are not turned round',
    file: `${core}/exchanges/kucoin.ts`,
    search: "const advertiserSide = { BUY: 'SELL', SELL: 'BUY' } as const",
    replacement: "const advertiserSide = { BUY: 'BUY', SELL: 'SELL' } as const",
    tests: [`${core}/exchanges/kucoin.test.ts`],
  },
  {
    name: 'numbers may have signs and exponents',
    file: `${core}/read-number-text.ts`,
    search: 'const decimalForm = /^[0-9]+(?:\\.[0-9]+)?$/',
    replacement: 'const decimalForm = /^[-+0-9.e]+$/',
    tests: [`${core}/read-number-text.test.ts`],
  },
  {
    name: 'the best price is the best trusted one, whoever can take it',
    file: `${core}/book/best-price.ts`,
    search: 'ad.eligible)',
    replacement: 'ad.trusted)',
    tests: [`${core}/rates/rates.test.ts`],
  },
  {
    name: 'the spread between exchanges counts one exchange alone',
    file: `${core}/rates/cross-exchange-spread.ts`,
    search: 'other.exchange === exchange || other.sell === null',
    replacement: 'other.sell === null',
    tests: [`${core}/rates/rates.test.ts`],
  },
  {
    name: 'moving USDT between exchanges is free',
    file: `${core}/arbitrage/net-profit.ts`,
    search: '(usdt - feeUsdt) * prices.sell',
    replacement: '(usdt - feeUsdt * 0) * prices.sell',
    tests: [`${core}/arbitrage/opportunities.test.ts`],
  },
  {
    name: 'a quote takes more than there is',
    file: `${core}/book/fill-greedily.ts`,
    search: 'ad.stockUsdt === null ? ad.maxFiat : Math.min(ad.maxFiat, ad.stockUsdt * ad.price)',
    replacement: 'ad.maxFiat',
    tests: [`${core}/book/fill-greedily.test.ts`],
  },
  {
    name: 'a quote takes ads nobody trusts',
    file: `${core}/book/usable-ads.ts`,
    search: 'trusted && !reasons',
    replacement: '!reasons',
    tests: [`${core}/book/quote.test.ts`],
  },
  {
    name: 'a usual price is called high',
    file: `${core}/stats/verdict-and-volatility.ts`,
    search: "if (z < 0.75) return 'normal'",
    replacement: "if (z < 0) return 'normal'",
    tests: [`${core}/stats/verdict-and-volatility.test.ts`],
  },
  {
    name: 'Kyiv has no summer time',
    file: `${core}/stats/kyiv-time.ts`,
    search: "timeZone: 'Europe/Kyiv'",
    replacement: "timeZone: 'Etc/GMT-2'",
    tests: [`${core}/stats/kyiv-time.test.ts`],
  },
]
