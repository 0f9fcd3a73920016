import { exchangeIds } from '@p2p-rates/core'
import { confidenceLevels, slotOf } from '@p2p-rates/core/internal'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '../storage/postgres/open-store.js'
import { needsAll } from '../testing/needs-all.js'
import { makeTestDatabase, needsPostgres, type TestDatabase, type TestSchema } from '../testing/postgres.js'
import { needsOwnRedis, type OwnRedis, startOwnRedis } from '../testing/redis.js'
import { startServer, type TestServer } from '../testing/start-server.js'

type SaidSource = {
  readonly exchange: string
  readonly state: string
  readonly reason: string | null
  readonly observed_at: string | null
  readonly last_error: { readonly kind: string } | null
}
const half = ['okx', 'bybit']
const rest = exchangeIds.filter((exchange) => !half.includes(exchange))

describe('several servers that share the exchanges among them', needsAll(needsPostgres, needsOwnRedis), () => {
  let engine: TestDatabase
  let redis: OwnRedis
  let place: TestSchema
  beforeAll(async () => {
    engine = await makeTestDatabase()
    redis = await startOwnRedis()
  })
  afterEach(() => redis.run('FLUSHALL'))
  afterAll(async () => {
    await redis.close()
    await engine.drop()
  })

  const start = async (settings: Record<string, string> = {}) => {
    const server = await startServer({
      fiats: ['UAH'],
      historyDays: 0,
      settings: {
        P2P_DATABASE_URL: place.url,
        P2P_REDIS_URL: redis.url,
        P2P_MASTER_KEY: 'a'.repeat(64),
        P2P_DRAIN_SECONDS: '0',
        P2P_CYCLE_SECONDS: '5',
        ...settings,
      },
    })
    let stopped: Promise<void> | null = null
    const stop = () => {
      stopped ??= server.stop()
      return stopped
    }
    onTestFinished(stop)
    return { ...server, stop }
  }
  const asker = ({ baseUrl, keys }: TestServer) => {
    const get = async (path: string) => {
      const answer = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': keys.Business } })
      return (await answer.json()) as Record<string, unknown>
    }
    const sources = async () => ((await get('/sources?fiat=UAH')) as { sources: SaidSource[] }).sources
    return {
      get,
      sources,
      source: async (exchange: string) => (await sources()).find((one) => one.exchange === exchange),
      live: async () => (await sources()).filter(({ state }) => state === 'live').map((one) => one.exchange),
    }
  }
  const holderOf = async (duty: string) => {
    const { schema } = place
    const row = await engine.get(
      `SELECT holder FROM ${schema}.lease WHERE name = '${duty}' AND expires_at > clock_timestamp()`,
    )
    return row?.holder ?? null
  }
  const die = (duties: string) =>
    engine.run(`UPDATE ${place.schema}.lease SET holder = 'ghost', expires_at = clock_timestamp() + '2 s'
      WHERE name LIKE '${duties}';
      UPDATE ${place.schema}.fence SET generation = generation + 1 WHERE name LIKE '${duties}'`)

  test('every server serves all readings; a blocked exchange grows stale, with its reason', async () => {
    place = await engine.newSchema()
    const servers = [
      await start({ P2P_COLLECT: half.join(',') }),
      await start({ P2P_COLLECT: rest.join(',') }),
    ] as const
    const [one, two] = [asker(servers[0]), asker(servers[1])]
    const within = { timeout: 60_000, interval: 250 }
    for (const each of [one, two]) await expect.poll(each.live, within).toEqual([...exchangeIds])
    for (const exchange of exchangeIds) expect(await holderOf(`collect:${exchange}`)).not.toBeNull()
    expect(await holderOf('collect:okx')).not.toBe(await holderOf('collect:kucoin'))
    const areAlike = async (path: string) => {
      const [here, there] = await Promise.all([one.get(path), two.get(path)])
      return JSON.stringify(here) === JSON.stringify(there)
    }
    for (const exchange of exchangeIds)
      await expect.poll(() => areAlike(`/orderbook?fiat=UAH&exchange=${exchange}`), within).toBe(true)

    // Whichever of them believes, one of these is asked by the other.
    servers[0].simulator.fault('okx', { kind: 'blocked' })
    servers[1].simulator.fault('kucoin', { kind: 'blocked' })
    for (const each of [one, two])
      for (const exchange of ['okx', 'kucoin'])
        await expect.poll(async () => (await each.source(exchange))?.last_error?.kind, within).toBe('blocked')

    const said = async (each: typeof one) =>
      (await each.sources()).map(({ exchange, state, last_error }) => [exchange, state, last_error])
    await expect
      .poll(async () => JSON.stringify(await said(one)) === JSON.stringify(await said(two)), within)
      .toBe(true)

    // Counts of all exchanges are stored with the next minute, whichever server asked.
    const store = await openPostgresStore(place)
    onTestFinished(() => store.close())
    const answered = async () => {
      const quarters = await store.uptime.readQuarters(Date.now() - 3_600_000, Date.now() + 3_600_000)
      const counts = quarters.flatMap(({ sources }) => sources).filter(({ answered: count }) => count > 0)
      return [...new Set(counts.map(({ exchange }) => exchange))].toSorted()
    }
    for (const { clock } of servers) clock.advance(60_000)
    await expect.poll(answered, within).toEqual([...exchangeIds].toSorted())

    await servers[1].stop()
    const stoppedAtMs = Date.now()
    await expect.poll(() => holderOf('collect:mexc'), within).toBeNull()
    // Expect data that this server read itself, not the last report of the stopped one.
    await expect
      .poll(async () => Date.parse((await one.source('bybit'))?.observed_at ?? ''), within)
      .toBeGreaterThan(stoppedAtMs)
    // Time passes for both: who begins to believe, also once more after a pause, takes readings as old as the database says.
    await engine.run(`UPDATE ${place.schema}.handed_reading SET asked_at = asked_at - interval '601 s'`)
    servers[0].clock.advance(601_000)
    await expect
      .poll(async () => (await one.source('mexc'))?.reason, within)
      .toBe('No server asks this exchange at the moment.')
    await expect.poll(one.live, within).toEqual(['bybit'])
    expect(await holderOf('collect:mexc')).toBeNull()
  })

  test('who believes asks all exchanges by default, and takes over what another one leaves once its leases end', async () => {
    place = await engine.newSchema()
    const [server] = [await start(), await start()]
    const one = asker(server)
    await expect.poll(one.live).toEqual([...exchangeIds])
    for (const exchange of exchangeIds) expect(await holderOf(`collect:${exchange}`)).toBe(await holderOf('market'))
    await die('collect:%')
    const diedAtMs = Date.now()
    // The dead server holds the leases for 2 seconds: newer readings are those of its successor.
    for (const exchange of exchangeIds)
      await expect
        .poll(async () => Date.parse((await one.source(exchange))?.observed_at ?? ''), {
          timeout: 20_000,
          interval: 100,
        })
        .toBeGreaterThan(diedAtMs + 1_500)
    for (const exchange of exchangeIds)
      await expect
        .poll(async () => (await holderOf(`collect:${exchange}`)) === (await holderOf('market')), { timeout: 20_000 })
        .toBe(true)
  })

  test('bounds follow the record of all servers, and the next publisher goes on counting where the former stopped', async () => {
    place = await engine.newSchema()
    const store = await openPostgresStore(place)
    onTestFinished(() => store.close())
    const counts = confidenceLevels.map((confidence) => ({
      ...({ series: 'best', measure: 'front', confidence, cases: 500, held: 300 } as const),
    }))
    const day = new Date().toISOString().slice(0, 10)
    await store.track.saveTrackDays([{ fiat: 'UAH', day, counts }])
    const servers = [await start(), await start()] as const
    const [one, two] = [asker(servers[0]), asker(servers[1])]
    const within = { timeout: 60_000, interval: 250 }
    type Bounds = {
      readonly interval?: Record<'buy' | 'sell', { readonly basis: string }>
      readonly updated_at?: string
    }
    const bounds = (each: typeof one): Promise<Bounds> => each.get('/rates?fiat=UAH&include=interval')
    await expect
      .poll(async () => {
        const [here, there] = await Promise.all([bounds(one), bounds(two)])
        return JSON.stringify(here) === JSON.stringify(there) && here.interval?.buy.basis
      }, within)
      .toBe('record')

    const firstSlot = slotOf(servers[0].clock.wallMs())
    /** Two new markets, because the first may have been judged before. */
    const nextSlot = async (each: typeof one) => {
      for (const { clock } of servers) clock.advance(300_000)
      for (let markets = 0; markets < 2; markets += 1) {
        const { updated_at: before } = await bounds(each)
        await expect.poll(async () => (await bounds(each)).updated_at, within).not.toBe(before)
      }
    }
    const published = async () =>
      (await store.track.readTrackDays('UAH', '2026-01-01', '2126-01-01'))
        .flatMap((recorded) => recorded.counts)
        .filter(({ series, measure }) => series === 'best' && measure === 'published')
        .reduce((sum, { cases }) => sum + cases, 0)
    await nextSlot(one)
    await servers[0].stop()
    const former = await published()
    expect(former).toBeGreaterThan(0)
    await expect.poll(() => holderOf('market'), within).not.toBeNull()
    await nextSlot(two)
    expect((await bounds(two)).interval?.buy.basis).toBe('record')
    await servers[1].stop()
    const both = await published()
    expect(both).toBeGreaterThan(former)
    // One price for each side and slot.
    expect(both).toBeLessThanOrEqual(2 * (slotOf(servers[1].clock.wallMs()) - firstSlot))
  })
})
