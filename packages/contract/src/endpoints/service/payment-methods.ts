import { paymentMethods as dictionary, type PaymentMethod } from '@p2p-rates/core'
import { methodClasses } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import { coreWords, typeNames } from '../../endpoint/type-names.js'
import type { PaymentMethods } from '../../generated/types.js'

const paymentMethod = z
  .object({
    id: z.string().meta({ description: 'Id that every `payment_method` parameter accepts.', examples: ['privatbank'] }),
    name: z.string().meta({ examples: ['PrivatBank'] }),
    class: coreWords('MethodClass', methodClasses),
    countries: z.array(z.string()).meta({ description: 'ISO 3166 codes of its countries; empty = anywhere.' }),
    aliases: z.array(z.string()).meta({ description: 'Other spellings, on any exchange.' }),
    exchange_aliases: z
      .array(z.object({ exchange: z.string(), aliases: z.array(z.string()) }).meta({ id: 'ExchangeAliases' }))
      .meta({ description: 'Names used by single exchanges.' }),
  })
  .meta({ id: 'PaymentMethod' })
  .register(typeNames, { type: 'WirePaymentMethod' })

const answer: z.ZodType<PaymentMethods> = z
  .object({
    payment_methods: z.array(paymentMethod),
  })
  .meta({ id: 'PaymentMethods', description: 'Dictionary that recognises payment methods.' })

export const toPaymentMethodsResponse = (methods: readonly PaymentMethod[] = dictionary): PaymentMethods => ({
  payment_methods: methods.map((method) => ({
    id: method.id,
    name: method.name,
    class: method.class,
    countries: method.countries,
    aliases: method.aliases,
    exchange_aliases: Object.entries(method.codes).map(([exchange, aliases]) => ({ exchange, aliases })),
  })),
})

export const paymentMethods = defineEndpoint({
  name: 'payment-methods',
  method: 'GET',
  path: '/payment-methods',
  ...forKeys('Free', 'reader'),
  summary: 'Payment methods by name, class and country',
  description: 'Returns one entry per payment method, with the names that exchanges use.',
  answer,
  example: {
    payment_methods: [
      {
        id: 'privatbank',
        name: 'PrivatBank',
        class: 'bank',
        countries: ['UA'],
        aliases: ['Privat Bank', 'Privat24'],
        exchange_aliases: [{ exchange: 'bybit', aliases: ['60'] }],
      },
    ],
  },
  table: tableOf(columnsOf(paymentMethod), ({ payment_methods: methods }: PaymentMethods) => methods),
  cacheable: true,
})
