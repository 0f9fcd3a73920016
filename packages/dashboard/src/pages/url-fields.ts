import { bootstrapData } from '../bootstrap-data.js'
import { exchangeIds, fiats } from '../listed/exchanges-fiats-and-plans.js'
import { choiceField, type UrlField } from '../routes/url-fields.js'

export const fiatUrlField = choiceField(fiats, fiats.find((code) => code === bootstrapData?.fiat) ?? 'UAH')

export const exchangeUrlField = choiceField(exchangeIds, 'binance')

/** `auto` takes the cheapest open network. */
export const cheapestFee = 'auto'

export const feeUrlField: UrlField<string> = {
  preset: '1',
  read: (text) => {
    if (text === cheapestFee) return text
    return /^\d{1,4}(\.\d{1,8})?$/.test(text) && Number(text) <= 1_000 ? String(Number(text)) : null
  },
  print: (text) => text,
}

export const wireFee = (fee: string): number | typeof cheapestFee => (fee === cheapestFee ? fee : Number(fee))
