import type { AvailableSupply as CoreOnOffer } from '@p2p-rates/core'
import { z } from 'zod'
import { typeNames } from '../../endpoint/type-names.js'
import { roundUsdt, wireCount, wireMoney } from '../../endpoint/wire-schemas.js'
import type { AvailableSupply } from '../../generated/types.js'

export const availableSupplySchema: z.ZodType<AvailableSupply> = z
  .object({
    ads: wireCount,
    available_usdt: wireMoney.meta({
      description:
        'USDT that their advertisers still have, or their largest order if the exchange does not publish it.',
    }),
    at_once_usdt: wireMoney.meta({
      description: 'USDT available with one order per ad: the largest amount that can be filled.',
    }),
  })
  .meta({ id: 'OnOffer', description: 'USDT available from a set of ads.' })
  .register(typeNames, { type: 'AvailableSupply' })

export const toAvailableSupplyResponse = ({ ads, usdt, singleOrderUsdt }: CoreOnOffer): AvailableSupply => ({
  ads,
  available_usdt: roundUsdt(usdt),
  at_once_usdt: roundUsdt(singleOrderUsdt),
})
