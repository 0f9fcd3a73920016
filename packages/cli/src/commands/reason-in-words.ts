import { cleanText } from '../render/clean-text.js'

const words = new Map([
  ['malformed', 'makes no sense'],
  ['stock_below_min', 'has less than its minimum'],
  ['unit_error', 'price in a wrong unit'],
  ['tiny', 'too small to use'],
  ['price_outlier', 'too far from the market'],
  ['off_market', 'off the market'],
  ['restricted', 'not for everybody'],
  ['new_advertiser', 'new advertiser'],
  ['no_record', 'no track record'],
  ['completion_high', 'completes what it begins'],
  ['completion_low', 'often does not complete'],
  ['experienced', 'many orders'],
  ['few_orders', 'few orders'],
  ['verified', 'verified by the exchange'],
  ['feedback_high', 'praised'],
  ['feedback_low', 'criticised'],
  ['active', 'online now'],
  ['idle', 'away for long'],
  ['new_account', 'new account'],
  ['narrow_limits', 'narrow limits'],
  ['offplatform_text', 'wants to leave the platform'],
  ['price_attractive', 'price too good'],
  ['stuck_at_top', 'stands at the top and nobody takes it'],
  ['stale', 'old'],
  ['isolated', 'alone with its price'],
  ['crosses_market', 'crosses the other side'],
])

/** A reason in plain words. An unknown code of a newer server is shown as it is. */
export const reasonInWords = (code: string): string => words.get(code) ?? cleanText(code).replaceAll('_', ' ')

const inFavour = new Set(['completion_high', 'experienced', 'verified', 'feedback_high', 'active'])

/** Whether a reason speaks for the ad, or against it. */
export const speaksFor = (code: string): boolean => inFavour.has(code)
