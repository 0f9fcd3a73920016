import type { InboxLanguage } from '@p2p-rates/contract'

/** Formats a number with the same digits as the API. */
export const numberIn = (value: number, language: InboxLanguage): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 8 }).format(value)

export const priceIn = (value: number, language: InboxLanguage): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Math.abs(value) < 1_000 ? 2 : 0,
    maximumFractionDigits: 8,
  }).format(value)
