import { paymentMethods as dictionary, type MethodClass, methodClasses, type PaymentMethod } from '@p2p-rates/core'
import { z } from 'zod'
import { tableOf } from '../../endpoint/csv.js'
import { defineEndpoint } from '../../endpoint/define-endpoint.js'
import type { LooseEnum } from '../../endpoint/wire-schemas.js'

/** Dictionary that recognises payment methods. */
export type PaymentMethods = { readonly payment_methods: readonly WirePaymentMethod[] }

export type WirePaymentMethod = {
  /** Id that every `payment_method` parameter accepts, as well as names and aliases. */
  readonly id: string
  readonly name: string
  readonly class: LooseEnum<MethodClass>
  /** ISO 3166 codes of its countries; empty = anywhere. */
  readonly countries: readonly string[]
  readonly aliases: readonly string[]
  readonly exchange_aliases: readonly { readonly exchange: string; readonly aliases: readonly string[] }[]
}

const answer: z.ZodType<PaymentMethods> = z
  .object({
    payment_methods: z.array(
      z
        .object({
          id: z.string().meta({ examples: ['privatbank'] }),
          name: z.string().meta({ examples: ['PrivatBank'] }),
          class: z.enum(methodClasses),
          countries: z.array(z.string()).meta({ description: 'ISO 3166 codes of its countries; empty = anywhere.' }),
          aliases: z.array(z.string()).meta({ description: 'Other spellings, on any exchange.' }),
          exchange_aliases: z
            .array(z.object({ exchange: z.string(), aliases: z.array(z.string()) }).meta({ id: 'ExchangeAliases' }))
            .meta({ description: 'Names used by single exchanges.' }),
        })
        .meta({ id: 'PaymentMethod' }),
    ),
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
  access: { kind: 'key', plan: 'Free' },
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
  table: tableOf(
    ['id', 'name', 'class', 'countries', 'aliases'],
    ({ payment_methods: methods }: PaymentMethods) => methods,
  ),
  cacheable: true,
})
