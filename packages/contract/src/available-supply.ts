import type { AvailableSupply as CoreOnOffer } from '@p2p-rates/core'
import { z } from 'zod'
import { roundUsdt, wireCount, wireMoney } from './wire.js'

export type AvailableSupply = {
  readonly ads: number
  /** USDT that the advertisers still have. Ads without a stated stock count with their largest order. */
  readonly available_usdt: number
  /** One order of each: no larger amount can be filled. */
  readonly at_once_usdt: number
}

export const onOfferSchema: z.ZodType<AvailableSupply> = z
  .object({
    ads: wireCount,
    available_usdt: wireMoney.meta({
      description: 'What their advertisers still have; where an exchange does not tell, the largest order they take.',
    }),
    at_once_usdt: wireMoney.meta({ description: 'One order of each: no larger amount can be filled.' }),
  })
  .meta({ id: 'OnOffer', description: 'What some ads have between them.' })

export const toOnOfferResponse = ({ ads, usdt, singleOrderUsdt }: CoreOnOffer): AvailableSupply => ({
  ads,
  available_usdt: roundUsdt(usdt),
  at_once_usdt: roundUsdt(singleOrderUsdt),
})
