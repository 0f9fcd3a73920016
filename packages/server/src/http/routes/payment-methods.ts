import { paymentMethods, toPaymentMethodsResponse } from '@p2p-rates/contract'
import { handle } from '../route-handler.js'

export const paymentMethodsEndpoint = () =>
  handle(
    paymentMethods,
    () => ({ answer: toPaymentMethodsResponse() }),
    () => ({ version: 'dictionary', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
