import type { CollectorAnswer } from '@p2p-rates/contract'
import { isFault, noNames } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { type RemoteRequest, requestHashOf } from '@p2p-rates/core/node'
import { startSimulator } from '@p2p-rates/simulator'
import { beforeAll, expect, test } from 'vitest'
import { openMemoryStore } from '../../storage/sqlite/open-store.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { createRemoteFetcher, type ReporterEvent } from './remote-fetcher.js'
import { agreementsToProve, newReputation, type Reputation } from './reporter.js'
import { aReporter } from './testing/a-reporter.js'
import { openBoard } from './testing/open-board.js'

const proven: Reputation = { agreements: agreementsToProve, contradictions: 0 }
const bybit = usualExchanges.byId('bybit')
if (bybit === null || bybit === undefined) throw new Error('Bybit is there.')
const ads = { fiat: 'UAH', side: 'BUY', page: 1, names: noNames } as const
const request = bybit.request(ads)
if (request === null) throw new Error('Bybit trades UAH.')
const errand = { exchange: bybit, fiat: 'UAH', ads, requestHash: requestHashOf(request) }

let honest = ''
beforeAll(async () => {
  const simulator = await startSimulator({ seed: 7, exchanges: ['bybit'], now: () => Date.UTC(2026, 9, 14, 3) })
  const answer = await fetch(`${simulator.baseUrls.bybit}${request.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
  })
  honest = await answer.text()
  await simulator.close()
})

const answered = (body: string, tookMs = 100, status = 200): CollectorAnswer => ({
  schema: 1,
  started_ms: 5_000,
  ended_ms: 5_000 + tookMs,
  state: 'answered',
  status,
  content_type: 'application/json',
  retry_after: null,
  simulated: true,
  body,
})
const lure = (): string => honest.replace(/"price":"(\d+)/, (_, digits: string) => `"price":"${Number(digits) - 2}`)
const lie = (): string => honest.replaceAll(/"price":"(\d+)/g, (_, digits: string) => `"price":"${Number(digits) + 7}`)
type Reads = (waitedMs: number) => CollectorAnswer | null

async function start(who: Readonly<Record<string, { standing: Reputation; reads: Reads }>>, random = () => 0.5) {
  const store = openMemoryStore()
  const time = createFakeTime(1_700_000_000_000)
  const { polls, offers, answer: bring, randomId } = openBoard(time)
  const events: ReporterEvent[] = []
  const asked: string[] = []
  const over = new AbortController()
  const ask = createRemoteFetcher({
    ...time,
    offers,
    store: store.reporters,
    random,
    randomId,
    report: (e) => events.push(e),
  })
  for (const [id, { standing, reads }] of Object.entries(who)) {
    await store.reporters.add(aReporter({ id, exchanges: ['bybit'], standing }))
    const serve = async (): Promise<void> => {
      const task = await polls.waitForTask({ id, exchanges: ['bybit'] }, over.signal)
      if (over.signal.aborted) return
      if (task !== null) {
        asked.push(id)
        const answer = reads(0)
        if (answer !== null) await bring({ ...task, reporter: id }, answer)
      }
      await serve()
    }
    void serve()
  }
  const read = async (wanted: RemoteRequest = errand) => {
    const outcome = ask(wanted)
    await time.pass(30_000)
    return outcome
  }
  const standingOf = async (id: string) => (await store.reporters.find(id))?.standing
  const stop = () => over.abort()
  return { ask, read, events, asked, standingOf, stop, time }
}

const honestly: Reads = () => answered(honest)
const lying: Reads = () => answered(lie())
const luring: Reads = () => answered(lure())

test('what one reporter alone has read is unchecked until it is proven', async () => {
  for (const [standing, checked] of [
    [newReputation, false],
    [proven, true],
  ] as const) {
    const { read, stop } = await start({ home: { standing, reads: honestly } })
    expect(await read()).toMatchObject({ status: 200, simulated: true, remote: { checked } })
    stop()
  }
})

test('it is as old as its task and the time that reading took, and never younger than its arrival', async () => {
  for (const tookMs of [100, 3_600_000]) {
    const { ask, stop, time } = await start({
      home: { standing: newReputation, reads: () => answered(honest, tookMs) },
    })
    const nowMs = time.clock.wallMs()
    expect(await ask(errand)).toMatchObject({ remote: { observedAtMs: nowMs } })
    stop()
  }
})

test('until a reporter is proven all is read twice; who agrees comes nearer to it', async () => {
  const { read, asked, standingOf, stop } = await start({
    home: { standing: newReputation, reads: honestly },
    office: { standing: proven, reads: honestly },
  })
  expect(await read()).toMatchObject({ remote: { checked: true } })
  expect(asked.sort()).toEqual(['home', 'office'])
  expect((await standingOf('home'))?.agreements).toBe(1)
  stop()
})

test('a random tenth of the pages of proven reporters is read twice', async () => {
  for (const [chance, times] of [
    [0.09, 2],
    [0.11, 1],
  ] as const) {
    const both = { standing: proven, reads: honestly }
    const { read, asked, stop } = await start({ home: both, office: both }, () => chance)
    await read()
    expect(asked).toHaveLength(times)
    stop()
  }
})

test('of three the one who lies is found, doubted, and held out at the second lie; the truth is used', async () => {
  const { read, events, standingOf, stop } = await start({
    home: { standing: newReputation, reads: honestly },
    liar: { standing: newReputation, reads: lying },
    office: { standing: newReputation, reads: honestly },
  })
  for (let time = 0; time < 12; time += 1) {
    const outcome = await read()
    expect(outcome).toMatchObject({ remote: { checked: true } })
    expect(isFault(outcome) ? '' : outcome.text).toBe(honest)
  }
  expect(events).toEqual([
    { kind: 'contradicted', reporter: 'liar', exchange: 'bybit' },
    { kind: 'held_out', reporter: 'liar', exchange: 'bybit' },
  ])
  expect(await standingOf('home')).toMatchObject({ contradictions: 0 })
  expect(await standingOf('office')).toMatchObject({ contradictions: 0 })
  stop()
})

test('of two contradicting reporters the proven one is used; without one, the page is dropped and neither is blamed', async () => {
  const sure = await start({
    home: { standing: proven, reads: honestly },
    liar: { standing: newReputation, reads: lying },
  })
  const outcome = await sure.read()
  expect(isFault(outcome) ? '' : outcome.text).toBe(honest)
  expect(sure.events).toEqual([{ kind: 'contradicted', reporter: 'liar', exchange: 'bybit' }])
  sure.stop()

  const unsure = await start({
    home: { standing: newReputation, reads: honestly },
    liar: { standing: newReputation, reads: lying },
  })
  expect(await unsure.read()).toMatchObject({ kind: 'bad_response' })
  expect(unsure.events).toEqual([{ kind: 'unresolved', reporter: 'home, liar', exchange: 'bybit' }])
  expect(await unsure.standingOf('home')).toEqual(newReputation)
  unsure.stop()
})

test('two proven reporters that contradict each other both start again: nothing is used, and no lie passes unseen later', async () => {
  const { read, events, standingOf, stop } = await start(
    { home: { standing: proven, reads: honestly }, liar: { standing: proven, reads: lying } },
    () => 0,
  )
  expect(await read()).toMatchObject({ kind: 'bad_response' })
  expect(events).toEqual([{ kind: 'unresolved', reporter: 'home, liar', exchange: 'bybit' }])
  expect([await standingOf('home'), await standingOf('liar')]).toEqual([newReputation, newReputation])
  for (let time = 0; time < 5; time += 1) expect(await read()).toMatchObject({ kind: 'bad_response' })
  stop()
})

test('one lie among true prices costs both reporters agreements, and is not published as checked', async () => {
  const { read, asked, standingOf, stop } = await start(
    { home: { standing: proven, reads: honestly }, liar: { standing: proven, reads: luring } },
    () => 0,
  )
  for (let time = 0; time < 4; time += 1) expect(await read()).toMatchObject({ remote: { checked: false } })
  expect(asked).toHaveLength(8)
  for (const id of ['home', 'liar']) expect(await standingOf(id)).toEqual({ agreements: 30, contradictions: 0 })
  stop()
})

test('of an ad that one of them alone has, at the best price, the proven one is asked', async () => {
  const inventing: Reads = () => {
    const [best] = /\{"id":"\d+".*?(?=,\{"id":")/.exec(honest) ?? ['']
    const made = best
      .replace(/"id":"\d+"/, '"id":"1"')
      .replace(/"price":"(\d+)/, (_, digits: string) => `"price":"${Number(digits) - 2}`)
    return answered(honest.replace(best, `${made},${best}`))
  }
  const one = await start({
    maker: { standing: newReputation, reads: inventing },
    home: { standing: proven, reads: honestly },
  })
  for (let time = 0; time < 4; time += 1) {
    const outcome = await one.read()
    expect(outcome).toMatchObject({ remote: { checked: true } })
    expect(isFault(outcome) ? '' : outcome.text).toBe(honest)
  }
  expect(await one.standingOf('maker')).toEqual(newReputation)
  one.stop()

  const nobody = await start({
    maker: { standing: newReputation, reads: inventing },
    home: { standing: newReputation, reads: honestly },
  })
  expect(await nobody.read()).toMatchObject({ remote: { checked: false } })
  nobody.stop()
})

test('an address blocked by an exchange loses no page while there is another', async () => {
  const refused: Reads = () => answered('busy', 100, 429)
  const { read, asked, standingOf, stop } = await start(
    { home: { standing: proven, reads: refused }, office: { standing: proven, reads: honestly } },
    () => 0.5,
  )
  for (let time = 0; time < 6; time += 1) {
    const outcome = await read()
    expect(isFault(outcome) ? '' : outcome.text).toBe(honest)
  }
  expect(asked).toContain('home')
  expect(await standingOf('home')).toEqual(proven)
  stop()
})

test('lists of names are held against each other as pages are', async () => {
  const names = bybit.dictionary
  if (names === undefined) throw new Error('Bybit lists its names.')
  const wanted = { ...errand, ads: null, requestHash: requestHashOf(names.request({ fiat: 'UAH' })) }
  const listed = (name: string): Reads => {
    const list = {
      ret_code: 0,
      ret_msg: 'SUCCESS',
      result: { paymentConfigVo: [{ paymentType: '43', paymentName: name }] },
    }
    return () => answered(JSON.stringify(list))
  }
  const outcomes = [true, false].map(async (areEqual) => {
    const { read, asked, stop } = await start({
      home: { standing: newReputation, reads: listed('Monobank') },
      office: { standing: newReputation, reads: listed(areEqual ? 'Monobank' : 'Cash') },
    })
    const outcome = await read(wanted)
    stop()
    return [asked.length, isFault(outcome) ? outcome : outcome.remote?.checked]
  })
  expect(await Promise.all(outcomes)).toEqual([
    [2, true],
    [2, false],
  ])
})

test('one that never answers costs time and nothing else', async () => {
  const { read, standingOf, stop } = await start({
    home: { standing: newReputation, reads: honestly },
    slow: { standing: newReputation, reads: () => null },
  })
  for (let time = 0; time < 3; time += 1) expect(await read()).toMatchObject({ status: 200 })
  expect(await standingOf('slow')).toEqual(newReputation)
  stop()
})

test('no collector, a failure there and another release there are faults in our own words', async () => {
  const none = await start({})
  expect(await none.read()).toMatchObject({ kind: 'unavailable' })
  const times = { schema: 1, started_ms: 0, ended_ms: 1 } as const
  for (const [answer, kind] of [
    [{ ...times, state: 'failed', kind: 'tls' }, 'tls'],
    [{ ...times, state: 'refused', why: 'other_request' }, 'schema_drift'],
  ] as const) {
    const { read, stop } = await start({ home: { standing: newReputation, reads: () => answer } })
    expect(await read()).toMatchObject({ kind })
    stop()
  }
})
