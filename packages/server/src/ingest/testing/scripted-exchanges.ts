import type { Ad, Board, Fault, FaultKind, Side } from '@p2p-rates/core'
import type { BookReading } from '@p2p-rates/core/node'
import { anAd } from '@p2p-rates/core/testing'
import type { createFakeTime } from '../../testing/fake-time.js'
import type { BookClient } from '../fetcher.js'

type HandTime = ReturnType<typeof createFakeTime>
export type Question = { readonly exchange: string; readonly fiat: string; readonly side: Side; readonly atMs: number }

/** Scripted answer of an exchange. `hang` never answers, even when aborted. */
export type Answer = Board | Fault | BookReading | 'hang' | { readonly throws: Error }
export type Script = (question: Question) => Answer

export const createScriptedExchanges = (
  time: HandTime,
  initial: Script,
  latencyMs: (of: Question) => number = () => 300,
  remember = true,
) => {
  const asked: Question[] = []
  let script = initial
  const client: BookClient = {
    fetchBook: ({ exchange, fiat, side }, options = {}) => {
      const question = { exchange, fiat, side, atMs: time.clock.wallMs() }
      if (remember) asked.push(question)
      const answer = script(question)
      if (typeof answer === 'object' && 'throws' in answer) throw answer.throws
      if (answer === 'hang') return new Promise(() => {})
      return new Promise((resolve) => {
        const cancel = time.timers.after(latencyMs(question), () => resolve(readingOf(answer)))
        options.signal?.addEventListener('abort', () => {
          cancel()
          resolve(readingOf(aFault('timeout')))
        })
      })
    },
  }
  return {
    client,
    asked,
    play: (next: Script) => {
      script = next
    },
  }
}

const readingOf = (answer: Board | Fault | BookReading): BookReading => {
  if ('state' in answer) return answer
  if ('kind' in answer) return { state: 'failed', fault: answer }
  return { state: 'read', board: answer, rejected: [], rowCount: answer.ads.length, pages: 1, incomplete: null }
}

export const aFault = (kind: FaultKind, retryAfterSeconds?: number): Fault => ({
  kind,
  message: `It is ${kind}.`,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

export type BoardShape = {
  readonly ads?: number
  /** Factor on the usual price: 1.25 is a quarter higher. */
  readonly times?: number
  readonly facts?: Partial<Ad>
}

/** An honest board that moves a little every minute: sellers above, buyers below one slowly wandering price. */
export const anHonestBoard = (question: Question, { ads = 8, times = 1, facts = {} }: BoardShape = {}): Board => {
  const { exchange, fiat, side, atMs } = question
  const minute = Math.floor(atMs / 60_000)
  const middle = (priceLevels[fiat] ?? 10) * times * (1 + 0.001 * Math.sin(minute / 97))
  return {
    exchange,
    fiat,
    side,
    observedAtMs: atMs,
    ads: Array.from({ length: ads }, (_, index) =>
      anAd({
        exchange,
        fiat,
        side,
        adId: `${exchange}-${fiat}-${side}-${index}`,
        advertiserId: `${exchange}-${index}`,
        nickname: `person ${index}`,
        price: Number((middle * (1 + (side === 'BUY' ? 1 : -1) * (0.002 + 0.0004 * index))).toFixed(6)),
        minFiat: middle * 20,
        maxFiat: middle * (900 + ((minute + index) % 50)),
        completedOrders: 300 + index + (minute % 1000),
        lastSeenAtMs: atMs - 60_000,
        observedAtMs: atMs,
        ...facts,
      }),
    ),
  }
}

const priceLevels: Readonly<Record<string, number>> = { UAH: 41, EUR: 0.86, PLN: 3.7, KZT: 480, USD: 1, TRY: 42 }
