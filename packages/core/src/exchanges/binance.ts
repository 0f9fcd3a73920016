import { asset } from '../currencies-and-sides.js'
import { belongsTo, binanceAd, binanceMore, binancePage, binanceRow, pageSize } from './binance-row.js'
import { binanceSigned } from './binance-signed.js'
import { defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'

/** Binance, read by default. */
export const binance = defineExchange({
  id: 'binance',
  name: 'Binance',
  origin: 'https://p2p.binance.com',
  minIntervalMs: 500,
  pageSize,
  maxPages: 3,

  request: ({ fiat, side, page }) => ({
    method: 'POST',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    body: {
      asset,
      fiat,
      tradeType: side,
      page,
      rows: pageSize,
      payTypes: [],
      publisherType: null,
      countries: [],
      proMerchantAds: false,
      shieldMerchantAds: false,
    },
  }),

  refusal: faultUnless('000000', 'Binance'),
  page: binancePage,
  rows: ({ data }) => data ?? [],
  more: binanceMore,

  row: binanceRow,
  sideInRow: true,
  acceptsRow: belongsTo,
  ad: binanceAd,

  signed: binanceSigned,
})
