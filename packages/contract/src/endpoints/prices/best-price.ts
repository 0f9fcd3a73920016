import type { OverallBest } from '@p2p-rates/core'
import { z } from 'zod'
import { wireExchange, wirePrice } from '../../endpoint/wire-schemas.js'
import type { BestPrice } from '../../generated/types.js'

export const bestPriceSchema = z.object({ price: wirePrice, exchange: wireExchange }).meta({ id: 'BestPrice' })

/** The price of an ad is shown as published, never rounded. */
export const toBestResponse = ({ price, exchange }: OverallBest): BestPrice => ({ price, exchange })
