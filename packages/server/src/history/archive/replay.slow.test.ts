import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { answerHeaders, replayComment, simulatedComment } from '@p2p-rates/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../app/build.js'
import { readConfig } from '../../base/config.js'
import { silentLog } from '../../base/log/log.js'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'
import { openEvents } from '../../testing/open-events.js'
import { createKey, startServer } from '../../testing/start-server.js'
import { openArchiveFolder } from './archive-files.js'
import type { ArchivedMarket } from './archived-market.js'
import { createDeltaEncoder } from './delta-encoder.js'
import { readArchive } from './read-archive.js'
import { openReplay } from './replay.js'
import { type CandidateRules, replayWithRules } from './replay-with-rules.js'
import { createMovingMarket, startMs } from './testing/moving-market.js'

const minuteMs = 60_000
const noDamage = (path: string, what: string) => {
  throw new Error(`${path}: ${what}`)
}

const archiveOf = async (minutes: readonly number[]) => {
  const folder = join(makeFolder(), 'archive')
  const moving = createMovingMarket(5)
  const maker = createDeltaEncoder()
  const files = openArchiveFolder(folder)
  await files.list()
  const file = await files.open(new Date(startMs).toISOString().slice(0, 10))
  const markets: ArchivedMarket[] = []
  for (const minute of minutes) {
    const market = moving.at(startMs + minute * minuteMs)
    await file.append(await maker.encodeMarket(market))
    markets.push(market)
  }
  await file.close()
  return { folder, markets }
}

const serve = async (path: string, span: { fromMs: number; toMs: number }, speed = 1) => {
  const replay = await openReplay({ path, span, speed, onDamage: noDamage })
  const { config } = readConfig({
    P2P_PORT: '0',
    P2P_METRICS_PORT: '0',
    P2P_DATA_DIR: makeFolder(),
    P2P_OFFICIAL_RATES: 'off',
    P2P_HAMMERING_PAUSE_MS: '0',
  })
  const server = await buildServer(config, { log: silentLog, replay, pagesFolder: null })
  onTestFinished(server.stop)
  const key = await createKey(server, 'Business')
  const get = (question: string) => fetch(`${server.url}/api/v1${question}`, { headers: { 'X-API-Key': key } })
  return { replay, server, key, get }
}

const questions = [
  '/rates?fiat=UAH',
  '/rates?fiat=UAH&include=interval',
  '/rates?fiat=UAH&include=confidence,rails',
  ...['binance', 'okx', 'kucoin'].flatMap((exchange) =>
    ['BUY', 'SELL'].map((side) => `/orderbook?fiat=UAH&exchange=${exchange}&side=${side}&rows=50&include=trust`),
  ),
  '/quote?fiat=UAH&side=BUY&amount=20000',
  '/quote?fiat=UAH&side=SELL&amount_usdt=700',
  '/arbitrage?fiat=UAH&include=age',
  '/depth?fiat=UAH&side=BUY',
  '/methods?fiat=UAH&side=SELL',
]

test('a replay answers byte for byte what the live server answered at that instant', async () => {
  const live = await startServer({
    fiats: ['UAH'],
    exchanges: ['binance', 'okx', 'kucoin'],
    historyDays: 0,
    settings: { P2P_ARCHIVE: 'on', P2P_CYCLE_SECONDS: '3' },
  })
  const folder = join(live.config.DATA_DIR, 'archive')
  const headers = { 'X-API-Key': live.keys.Business }
  const ask = async (question: string) => (await fetch(`${live.baseUrl}${question}`, { headers })).text()
  const newestEvent = async () => {
    const events = await openEvents(live.url, '/api/v1/stream?fiat=UAH', Object.entries(headers))
    const text = await events.first
    events.close()
    return text
  }
  const asAnswered = async (): Promise<{ event: string; bodies: readonly string[] }> => {
    const event = await newestEvent()
    const bodies = []
    for (const question of questions) bodies.push(await ask(question))
    return (await newestEvent()) === event ? { event, bodies } : asAnswered()
  }
  const first = await asAnswered()
  await expect.poll(newestEvent, { timeout: 30_000 }).not.toBe(first.event)
  const second = await asAnswered()
  // Copy while the server writes: records in the copy are complete. The archive may lag, because it runs in the
  // background.
  const copy = makeFolder()
  const instants = new Map<string | undefined, number>()
  const copyInstants = async () => {
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))
    for await (const { snapshot } of readArchive(copy, { fromMs: 0, toMs: 8e15 }, noDamage))
      instants.set(String(snapshot.version), snapshot.judgedAtMs)
    return [...instants.keys()]
  }
  const versionOf = (event: string) => /^id: (\d+)$/m.exec(event)?.[1]
  await expect.poll(copyInstants, { timeout: 30_000 }).toContain(versionOf(second.event))
  await live.stop()

  const { markets, confidenceMoved, differences } = await replayWithRules(
    readArchive(copy, { fromMs: 0, toMs: 8e15 }, noDamage),
  )
  expect(markets).toBeGreaterThan(1)
  expect(confidenceMoved).toBe(0)
  expect(differences.map(({ exchange }) => exchange)).toEqual(['binance', 'okx', 'kucoin'])
  for (const { ads, trustedBefore, trustedAfter, ...moved } of differences) {
    expect(ads).toBeGreaterThan(trustedBefore)
    expect(trustedAfter).toBe(trustedBefore)
    expect(moved).toMatchObject({ gained: 0, lost: 0, rescored: 0, bestMoved: 0, moveMostPct: null })
  }

  for (const { event, bodies } of [first, second]) {
    const atMs = instants.get(versionOf(event)) ?? Number.NaN
    const { replay, get, server, key } = await serve(copy, { fromMs: atMs, toMs: atMs })
    await replay.begun
    for (const [place, question] of questions.entries()) {
      const answer = await get(question)
      expect(await answer.text(), question).toBe(bodies[place])
      expect(answer.headers.get(answerHeaders.replay.name)).toBe(new Date(atMs).toISOString())
      expect(answer.headers.get(answerHeaders.simulated.name)).toBe('true')
    }
    const events = await openEvents(server.url, '/api/v1/stream?fiat=UAH', [['X-API-Key', key]])
    expect(await events.first).toBe(event.replace(simulatedComment, simulatedComment + replayComment))
    events.close()
    const sources = (await (await get('/sources?fiat=UAH')).json()) as { sources: { state: string }[] }
    expect(sources.sources.map(({ state }) => state)).toEqual(['live', 'live', 'live'])
  }
}, 180_000)

describe('the replayed time', () => {
  const run = async (span: { from: number; to: number }, minutes: readonly number[], speed: number) => {
    const { folder, markets } = await archiveOf(minutes)
    const time = createFakeTime(0)
    const replay = await openReplay({
      path: folder,
      span: { fromMs: startMs + span.from * minuteMs, toMs: startMs + span.to * minuteMs },
      speed,
      onDamage: noDamage,
      real: time,
    })
    const shown: { version: number; atMs: number; ageMs: number }[] = []
    let hasEnded = false
    void replay.ended.then(() => {
      hasEnded = true
    })
    replay.run(async ({ snapshot }, ageMs) => {
      shown.push({ version: snapshot.version, atMs: replay.clock.wallMs(), ageMs })
    })
    return { replay, time, markets, shown, hasEnded: () => hasEnded }
  }
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  test('shows every market at its instant, at the given speed, and stops at the end', async () => {
    const { replay, time, markets, shown, hasEnded } = await run({ from: 12, to: 40 }, [0, 5, 10, 15, 20, 39, 45], 60)
    await settle()
    // Minute 0 is too old at minute 12. Minutes 5 and 10 are still fresh and appear at once.
    expect(shown.map(({ version }) => version)).toEqual(markets.slice(1, 3).map(({ snapshot }) => snapshot.version))
    expect(shown.map(({ ageMs }) => ageMs)).toEqual([7 * minuteMs - 2_000, 2 * minuteMs - 2_000])
    for (let second = 0; second < 60; second++) {
      await time.pass(1_000)
      await settle()
    }
    expect(shown.map(({ version }) => version)).toEqual(markets.slice(1, 6).map(({ snapshot }) => snapshot.version))
    for (const [place, { atMs }] of shown.entries())
      if (place >= 2) expect(atMs).toBe(markets[place + 1]?.snapshot.judgedAtMs)
    expect(hasEnded()).toBe(true)
    expect(replay.clock.wallMs()).toBe(startMs + 40 * minuteMs)
    const standsAt = replay.clock.monoMs()
    await time.pass(3_600_000)
    expect(replay.clock.monoMs()).toBe(standsAt)
  }, 60_000)

  test('says at once that an archive holds nothing of that time', async () => {
    await expect(run({ from: 100, to: 200 }, [0, 5], 1)).rejects.toThrow('The archive holds nothing of that time.')
  })
})

test('a gap in the archive is a gap: data shown before grow old, and nothing is made up', async () => {
  const { folder } = await archiveOf([0, 5, 30])
  const { get, replay } = await serve(folder, { fromMs: startMs + 6 * minuteMs, toMs: startMs + 31 * minuteMs }, 200)
  await replay.begun
  expect((await get('/rates?fiat=UAH')).status).toBe(200)
  const status = async () => (await get('/rates?fiat=UAH')).status
  await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe(503)
  await replay.ended
  await expect.poll(async () => (await get('/rates?fiat=UAH')).status).toBe(200)
  const points = (await (await get('/history?fiat=UAH&hours=1')).json()) as { points: { t: string }[] }
  expect(points.points.map(({ t }) => t.slice(11, 16))).toEqual(['08:00', '08:05', '08:30'])
}, 60_000)

test('a stricter method shows in removed ads, and in the remaining prices', async () => {
  const { folder } = await archiveOf([0, 5, 10])
  const judged = (tried: CandidateRules) =>
    replayWithRules(readArchive(folder, { fromMs: 0, toMs: 8e15 }, noDamage), tried)
  const same = await judged({})
  expect(same.differences.map(({ gained, lost, bestMoved }) => gained + lost + bestMoved)).toEqual([0, 0, 0])
  const { differences } = await judged({ trustedFrom: 1 })
  for (const { trustedBefore, trustedAfter, gained, lost, bestMoved, bestGained, bestLost } of differences) {
    expect(trustedAfter).toBe(trustedBefore + gained - lost)
    expect(bestGained + bestLost).toBeLessThanOrEqual(bestMoved)
  }
  expect(differences.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0)
})
