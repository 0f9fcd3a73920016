import { setTimeout as wait } from 'node:timers/promises'
import { type ApiCall, bodyOf } from './harness/api-call.js'

type Doubts = { readonly confidence: Readonly<Record<'buy' | 'sell', { readonly level: string }>> }

/**
 * Find a price whose confidence is not low. Webhooks ignore prices that may be bait, and some simulated worlds have
 * one.
 */
export async function surePrice(call: ApiCall, key: string) {
  for (;;) {
    for (const fiat of ['UAH', 'EUR']) {
      const answer = await call('GET', `/rates?fiat=${fiat}&include=confidence`, { key })
      if (answer.status !== 200) continue
      const { buy, sell } = bodyOf<Doubts>(answer).confidence
      if (sell.level !== 'low') return { event: 'best_sell', fiat, threshold: 1e-6 }
      if (buy.level !== 'low') return { event: 'best_buy', fiat, threshold: 1e6 }
    }
    await wait(50)
  }
}

/** Webhook fields with a threshold that is already reached, so that it fires with the next prices. */
export type SurePrice = Awaited<ReturnType<typeof surePrice>>
