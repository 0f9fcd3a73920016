import { paymentMethods, presentPaymentMethods } from '@p2p-rates/contract'
import { implement } from '../http/implement.js'

export const paymentMethodsEndpoint = () =>
  implement(
    paymentMethods,
    () => ({ answer: presentPaymentMethods() }),
    () => ({ version: 'dictionary', refreshAtMonoMs: Number.POSITIVE_INFINITY }),
  )
