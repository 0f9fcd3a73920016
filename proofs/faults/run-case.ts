import { exchangeIds, type Fiat } from '@p2p-rates/core'
import { createRandom, seedFor } from '@p2p-rates/core/internal'
import { aFault, anHonestBoard, openIngest, type Question } from '@p2p-rates/server/testing'
import {
  affects,
  boundSeconds,
  completeSeconds,
  type FaultCase,
  faultPeriods,
  mostAskedInAnHour,
} from './fault-case.js'

const testedFiats: readonly Fiat[] = ['UAH', 'EUR']
const markets = testedFiats.length * 2
const calmMinutes = 6

export const runWithoutFaults = async (seconds: number): Promise<readonly Question[]> => {
  const room = await openIngest({ fiats: testedFiats })
  room.room.start()
  await room.pass(seconds * 1000)
  room.room.stop()
  return room.asked
}

export const longestCaseSeconds = calmMinutes * 60 + 3_600 + 360 + 3_612 + 310

export const runCase = async (one: FaultCase, seed: number, calm: readonly Question[]) => {
  const bound = boundSeconds(one)
  const random = createRandom(seedFor(seed, 'case', one.number))
  const breaches = new Set<string>()
  const room = await openIngest({ fiats: testedFiats, random: random.next })
  const startMs = room.clock.wallMs()
  const troubleMs = startMs + calmMinutes * 60_000
  const periods = faultPeriods(one, seed)
  const healedMs = troubleMs + (periods.at(-1)?.to ?? 0) * 1000
  let served = 0

  room.play((question) => {
    const second = (question.atMs - troubleMs) / 1000
    const isIll = periods.some(({ from, to }) => from <= second && second < to)
    if (question.exchange !== one.exchange || !isIll || !affects(one, question.fiat, question.side))
      return anHonestBoard(question)
    served += 1
    return aFault(one.kind, one.retryAfterSeconds)
  })
  room.room.start()
  await room.pass(calmMinutes * 60_000)
  if (room.used('UAH').length !== exchangeIds.length) breaches.add('the calm before was not calm')

  const advanceUntil = async (ms: number, isOver: () => boolean): Promise<void> => {
    while (room.clock.wallMs() < ms && !isOver()) {
      await room.pass(Math.min(random.integer(1, 8) * 1000, ms - room.clock.wallMs()))
      for (const fiat of testedFiats) checkShown(room, one, fiat, breaches)
    }
  }
  await advanceUntil(healedMs, () => false)
  const wasShut = isBreakerOpen(room, one)
  await advanceUntil(healedMs + bound * 1000, () => !isBreakerOpen(room, one))
  if (isBreakerOpen(room, one)) breaches.add(`still left alone ${bound} s after it was well again`)
  await advanceUntil(healedMs + completeSeconds(one, wasShut) * 1000, () => hasRecovered(room, one, healedMs))
  const recoveredAfterSeconds = (room.clock.wallMs() - healedMs) / 1000
  if (!hasRecovered(room, one, healedMs)) breaches.add(`not back ${recoveredAfterSeconds} s after it was well again`)

  // The answers of the last probe count too, and so does a whole cycle in which all is well again.
  await room.pass(310_000)
  for (const fiat of testedFiats)
    if (room.used(fiat).length !== exchangeIds.length) breaches.add(`${fiat} is not complete afterwards`)
  compareOthers(room.asked, calm, one, breaches)
  countRequests(room, one, troubleMs, healedMs, breaches)

  const told = room.events.filter((event) => event.kind === 'fault').length
  if (one.kind !== 'no_market' && told !== served) breaches.add(`${served} faults, ${told} of them counted`)
  if (room.events.some(({ kind }) => kind === 'crash')) breaches.add('something was thrown')
  room.room.stop()
  return {
    breaches: [...breaches],
    recoveredAfterSeconds,
    simulatedSeconds: (room.clock.wallMs() - startMs) / 1000,
  }
}

type Harness = Awaited<ReturnType<typeof openIngest>>

const isBreakerOpen = (room: Harness, one: FaultCase): boolean => {
  const last = room.events.findLast(({ kind }) => kind === 'breaker_opened' || kind === 'breaker_closed')
  return last?.kind === 'breaker_opened' && last.exchange === one.exchange
}

const hasRecovered = (room: Harness, one: FaultCase, healedMs: number): boolean =>
  testedFiats.every((fiat) => (room.source(one.exchange, fiat).observedAtMs ?? 0) >= healedMs) ||
  // A fault that the server didn't notice needs no recovery.
  testedFiats.every((fiat) => room.source(one.exchange, fiat).lastError === null)

const checkShown = (room: Harness, one: FaultCase, fiat: Fiat, breaches: Set<string>): void => {
  const snapshot = room.latest.snapshot(fiat)
  if (snapshot === null) {
    breaches.add(`nothing is shown for ${fiat}`)
    return
  }
  const nowMs = room.clock.wallMs()
  const { market, rates } = snapshot
  for (const { exchange, side, observedAtMs, ads } of market.boards) {
    const ageSeconds = (nowMs - observedAtMs) / 1000
    if (ageSeconds > 600) breaches.add(`${exchange} is shown ${ageSeconds} s old`)
    if (exchange === one.exchange) continue
    if (ageSeconds > 330) breaches.add(`${exchange} is shown ${ageSeconds} s old although it is well`)
    const said = anHonestBoard({ exchange, fiat, side, atMs: observedAtMs }).ads.map(({ price }) => price)
    const shown = ads.map(({ ad }) => ad.price)
    if (said.toSorted().join() !== shown.toSorted().join()) breaches.add(`${exchange} is not shown as it was`)
  }
  for (const exchange of exchangeIds)
    if (exchange !== one.exchange && market.boards.filter((board) => board.exchange === exchange).length !== 2)
      breaches.add(`${exchange} is missing although it is well`)

  const buys = rates.exchanges.flatMap(({ buy }) => buy ?? [])
  const sells = rates.exchanges.flatMap(({ sell }) => sell ?? [])
  if (rates.bestBuy?.price !== Math.min(...buys)) breaches.add('best buy is not the lowest shown')
  if (rates.bestSell?.price !== Math.max(...sells)) breaches.add('best sell is not the highest shown')
}

const compareOthers = (
  asked: readonly Question[],
  calm: readonly Question[],
  one: FaultCase,
  breaches: Set<string>,
): void => {
  const ofOthers = (questions: readonly Question[]) =>
    questions.filter(({ exchange }) => exchange !== one.exchange).map((question) => Object.values(question).join(' '))
  const now = ofOthers(asked)
  if (now.join('\n') !== ofOthers(calm).slice(0, now.length).join('\n'))
    breaches.add('the others were asked differently')
}

const countRequests = (room: Harness, one: FaultCase, troubleMs: number, healedMs: number, breaches: Set<string>) => {
  const times = room.asked.filter(({ exchange }) => exchange === one.exchange).map(({ atMs }) => atMs)
  const ill = times.filter((atMs) => atMs >= troubleMs && atMs < healedMs).length
  if (one.duration === 'an hour' && one.spread === 'everything' && ill > mostAskedInAnHour(one, markets))
    breaches.add(`asked ${ill} times in the hour in which it failed`)
  // Requests per 5-minute cycle: each market once, 10 % retries, and a probe of 3 requests every 15 seconds.
  const perCycle = markets + Math.max(1, markets / 10) + 3 * (300 / 15)
  for (const from of times)
    if (times.filter((atMs) => atMs >= from && atMs < from + 300_000).length > perCycle + markets)
      breaches.add('asked more than its budget')
}
