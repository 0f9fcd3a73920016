import { asset } from '../currencies-and-sides.js'
import { binanceAd, binanceRow, binanceShared, pageSize } from './binance-shared.js'
import { binanceSigned } from './binance-signed.js'
import { defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'

/** Binance, read by default. */
export const binance = defineExchange({
  ...binanceShared,
  origin: 'https://p2p.binance.com',

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
  row: binanceRow,
  sideInRow: true,
  ad: binanceAd,

  signed: binanceSigned,
})
