import { P2P } from '@p2p-rates/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needsAll } from '../testing/needs-all.js'
import { makeTestDatabase, needsPostgres } from '../testing/postgres.js'
import { needsOwnRedis, startOwnRedis } from '../testing/redis.js'
import { startServer } from '../testing/start-server.js'

describe('several servers over one database', needsAll(needsPostgres, needsOwnRedis), () => {
  test('show the same bytes of a board, fresh or stale, and none once it is deleted', async () => {
    const engine = await makeTestDatabase()
    onTestFinished(() => engine.drop())
    const redis = await startOwnRedis()
    onTestFinished(() => redis.close())
    const place = await engine.newSchema()
    const start = async () => {
      const server = await startServer({
        fiats: ['UAH'],
        exchanges: ['okx', 'bybit'],
        historyDays: 0,
        settings: {
          P2P_DATABASE_URL: place.url,
          P2P_REDIS_URL: redis.url,
          P2P_MASTER_KEY: 'a'.repeat(64),
          P2P_DRAIN_SECONDS: '0',
          P2P_CYCLE_SECONDS: '5',
        },
      })
      onTestFinished(() => server.stop())
      return server
    }
    const servers = [await start(), await start()] as const
    const p2p = servers.map(({ url }) => new P2P({ baseUrl: url, apiKey: servers[0].keys.Pro, maxRetries: 0 }))
    const [one, two] = [p2p[0], p2p[1]]
    if (one === undefined || two === undefined) throw new Error('there are two')

    const rules = [
      await one.rules.create({ name: 'Desk', step: 0.01, last_good_seconds: 3_600 }),
      await two.rules.create({ name: 'Cash', side: 'SELL', base: 'median', last_good_seconds: 3_600 }),
    ]
    const { id } = await two.boards.create({ title: 'Rates', rules: rules.map((rule) => rule.id), tz: 'Europe/Kyiv' })
    const seen = (form: string) =>
      Promise.all(
        servers.map(async ({ url }) => {
          const answer = await fetch(`${url}/board/${id}${form}`)
          return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
        }),
      )
    const within = { timeout: 20_000, interval: 250 }
    const agree = async () => {
      for (const form of ['', '.svg'])
        await expect
          .poll(async () => {
            const [first, second] = await seen(form)
            return first?.status === 200 && JSON.stringify(first) === JSON.stringify(second)
          }, within)
          .toBe(true)
      return (await seen(''))[0]?.text ?? ''
    }
    expect((await agree()).match(/As of/g)).toHaveLength(1)

    // Either server stores the price with its next publication.
    for (const rule of rules)
      await expect
        .poll(
          async () => {
            const row = await engine.get(`SELECT version FROM ${place.schema}.rule_price WHERE rule_id = '${rule.id}'`)
            return row?.version ?? null
          },
          { timeout: 60_000, interval: 250 },
        )
        .not.toBeNull()
    for (const { simulator } of servers) simulator.fault('all', { kind: 'network' })
    for (const { clock } of servers) clock.advance(700_000)
    expect((await agree()).match(/not fresh since/g)).toHaveLength(2)

    await one.boards.delete(id)
    await expect
      .poll(async () => (await seen('')).map(({ status }) => status), { timeout: 2_000, interval: 100 })
      .toEqual([404, 404])
  }, 180_000)
})
