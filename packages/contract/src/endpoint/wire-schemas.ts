import { fiats, sides } from '@p2p-rates/core'
import { asset } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { typed } from './type-names.js'

export const wireAsset = typed('typeof asset', z.literal(asset)).meta({ description: 'Always USDT.' })
export const wireFiat = typed('LooseEnum<Fiat>', z.enum(fiats)).meta({
  id: 'Fiat',
  description: 'Currency code.',
  examples: ['UAH'],
})
/**
 * The name of an exchange, or one of the words. Accepts any name: readers of inputs compare it with the exchanges that
 * they are given, and documents list these.
 */
export const wireExchangeOr = (...words: string[]) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9]{1,31}$/)
    .meta({ [orExchanges]: words })
/** Keyword that documents replace by the list of exchanges after its words. */
export const orExchanges = 'x-or-exchanges'
export const wireExchange = typed('ExchangeName', wireExchangeOr()).meta({
  id: 'Exchange',
  description: 'Exchange identifier.',
  examples: ['binance'],
})
export const wireSide = typed('Side', z.enum(sides)).meta({
  id: 'Side',
  description: 'BUY: the caller buys USDT. SELL: the caller sells USDT.',
  examples: ['BUY'],
})

export const wirePrice = z
  .number()
  .positive()
  .meta({ description: 'Fiat per USDT.', examples: [41.32] })
export const wirePercent = z.number().meta({ description: 'Percent, 2 decimals.', examples: [0.68] })
export const wireMoney = z.number().min(0)
export const wireCount = z.int().min(0)
export const wireTime = z.iso.datetime().meta({ description: 'UTC.', examples: ['2026-11-21T10:05:00.000Z'] })

/** USDT is counted in millionths. */
export const roundUsdt = (usdt: number): number => Number(usdt.toFixed(6))

export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString()

export const wireUpdatedAt = wireTime
  .nullable()
  .meta({ description: 'Receive time of the newest price used, UTC; null if no ad can be used.' })
export const toUpdatedAtResponse = (epochMs: number | null): string | null =>
  epochMs === null ? null : isoTime(epochMs)
