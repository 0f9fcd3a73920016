import { candles } from '@p2p-rates/contract'
import { barIntervalMs } from '@p2p-rates/core'
import { payerOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { implement } from '../http/implement.js'
import type { FarPast } from './far-past.js'
import type { MarketNow } from './market-now.js'
import { nearAnswer, pastVersion, spanOf } from './near-past.js'

export const candlesEndpoint = (now: MarketNow, past: Past, farPast: FarPast) =>
  implement(
    candles,
    ({ query, actor }) => {
      const { fiat, exchange, interval, hours, include, format } = query
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      // A candle means the same whoever asks: the first one begins with its interval, not with the span.
      const startMs = Math.floor(fromMs / barIntervalMs[interval]) * barIntervalMs[interval]
      const asked = { fiat, exchange, interval, hours, include, format }
      const question = { form: 'candles', ...asked, fromMs: startMs, toMs } as const
      return nearAnswer(past, question) ?? farPast.answer(payerOf(actor), question)
    },
    ({ fiat }) => pastVersion(now, fiat),
  )
