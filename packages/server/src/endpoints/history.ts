import { candles, history } from '@p2p-rates/contract'
import { barIntervalMs, type Series, slotMs, slotOf } from '@p2p-rates/core'
import { accountOf } from '../accounts/actor.js'
import type { Past } from '../history/past.js'
import { implement, type Outcome } from '../http/implement.js'
import type { FarPast } from './far-past.js'
import type { MarketNow } from './market-now.js'
import { answerPast, isShort, type PastQuestion, spanToRead } from './past-answer.js'

const hourMs = 3_600_000
/** What is read from the disk in one go: about a millisecond of work. */
const shortMs = 31 * 24 * hourMs

export const historyEndpoint = (now: MarketNow, past: Past, farPast: FarPast) =>
  implement(
    history,
    ({ query, actor }) => {
      const { fiat, exchange, hours, max_points: maxPoints, format } = query
      const span = spanOf(now.wallMs(), hours)
      const question = { form: 'points', fiat, exchange, hours, maxPoints, format, ...span } as const
      return nearAnswer(past, question) ?? farPast.answer(accountOf(actor).id, question)
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

export const candlesEndpoint = (now: MarketNow, past: Past, farPast: FarPast) =>
  implement(
    candles,
    ({ query, actor }) => {
      const { fiat, exchange, interval, hours, format } = query
      const { fromMs, toMs } = spanOf(now.wallMs(), hours)
      // A candle means the same whoever asks: the first one begins with its interval, not with the span.
      const startMs = Math.floor(fromMs / barIntervalMs[interval]) * barIntervalMs[interval]
      const question = { form: 'candles', fiat, exchange, interval, hours, format, fromMs: startMs, toMs } as const
      return nearAnswer(past, question) ?? farPast.answer(accountOf(actor).id, question)
    },
    ({ fiat }) => pastVersion(now, fiat),
  )

/** Null where it would make others wait. */
function nearAnswer(past: Past, question: PastQuestion): Outcome<never> | Promise<Outcome<never>> | null {
  const { fromMs, toMs } = question
  if (!isShort(question) || (toMs - fromMs > shortMs && !past.holds(question, fromMs))) return null
  const span = spanToRead(question)
  const series: Series | Promise<Series> = past.read(question, span.fromMs, span.toMs)
  return series instanceof Promise ? series.then((read) => answerPast(read, question)) : answerPast(series, question)
}

/** The slots whose start lies in the last `hours`, the running one included. */
const spanOf = (nowMs: number, hours: number) => ({ fromMs: nowMs - hours * hourMs, toMs: slotOf(nowMs) * slotMs })

/** The span moves on with the clock even while no new data come in. */
function pastVersion(now: MarketNow, fiat: Parameters<MarketNow['version']>[0]) {
  const { version, refreshAtMonoMs } = now.version(fiat)
  return { version: `${version}.${slotOf(now.wallMs())}`, refreshAtMonoMs }
}
