import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { digestOf, makeKey } from '../../accounts/tokens.js'
import { aWebhook } from '../../alerts/webhooks/testing/a-webhook.js'
import { systemClock } from '../../base/time/clock.js'
import { systemTimers } from '../../base/time/timers.js'
import { changeLogContract } from '../../cluster/events/change-log.contract.js'
import { type ChangelogBus, createChangelogBus } from '../../cluster/events/changelog-bus.js'
import { type BusEnds, eventBusContract } from '../../cluster/events/event-bus.contract.js'
import type { ServerEvent } from '../../cluster/events/event-bus.js'
import { makeTestDatabase, needsPostgres, type TestDatabase, type TestSchema } from '../../testing/postgres.js'
import { createPostgresChangeLog } from './change-log.js'
import { openPostgresStore } from './open-store.js'
import { openMigrated } from './testing/open-migrated.js'

describe('over a real PostgreSQL', needsPostgres, () => {
  let server: TestDatabase
  beforeAll(async () => {
    server = await makeTestDatabase()
  })
  afterAll(() => server.drop())

  describe('the log', () =>
    changeLogContract(async () => {
      const place = await server.newSchema()
      return [createPostgresChangeLog(await openMigrated(place)), createPostgresChangeLog(await openMigrated(place))]
    }))

  const openFeed = async (place: TestSchema, isAlreadyLogged: (event: ServerEvent) => boolean) => {
    const failures: unknown[] = []
    const log = createPostgresChangeLog(await openMigrated(place))
    const feed = await createChangelogBus({
      log,
      timers: systemTimers,
      report: (_, error) => failures.push(error),
      reportOutage: (error) => failures.push(error),
      reportLoss: (from, to) => failures.push([from, to]),
      clock: systemClock,
      isAlreadyLogged,
    })
    onTestFinished(feed.stop)
    return { feed, failures }
  }

  describe('the feed over it', () =>
    eventBusContract(async (): Promise<BusEnds> => {
      const place = await server.newSchema()
      const [one, other] = [await openFeed(place, () => false), await openFeed(place, () => false)]
      const last = new Map<ChangelogBus, Promise<unknown>>()
      const end = ({ feed }: typeof one) => ({
        listen: feed.listen,
        publishEvent: (event: ServerEvent) => {
          const told = Promise.resolve(feed.publishEvent(event))
          last.set(feed, told)
          return told
        },
      })
      return {
        here: end(one),
        there: end(other),
        arrived: async () => {
          await Promise.all(last.values())
          await Promise.all([one.feed.catchUp(), other.feed.catchUp()])
          await new Promise(setImmediate)
        },
        reported: () => [...one.failures, ...other.failures],
      }
    }))

  test('a change in the store publishes its event in the same transaction, to every server, in the order of the changes', async () => {
    const place = await server.newSchema()
    const store = await openPostgresStore(place)
    onTestFinished(() => store.close())
    const { feed } = await openFeed(place, () => true)
    const heard: ServerEvent[] = []
    feed.listen((event) => void heard.push(event))
    const account = { id: 'acc_a', name: 'A "ü"', plan: 'Free', createdAtMs: 5 } as const
    const key = {
      id: 'key_a',
      accountId: 'acc_a',
      digest: digestOf(makeKey()),
      prefix: 'p2p_a',
      label: null,
      createdAtMs: 6,
      revokedAtMs: null,
    }
    await store.keys.saveAccount(account)
    await store.keys.saveKey(key, 5)
    await store.keys.setPlan('acc_a', 'Pro')
    await store.keys.setPlan('acc_a', 'Pro')
    await store.keys.renameKey('acc_a', 'key_a', 'other')
    const webhook = aWebhook({ accountId: 'acc_a' })
    await store.webhooks.create(webhook, 5)
    await store.webhooks.save([{ ...webhook, description: 'other' }], [])
    await store.webhooks.save([{ ...webhook, enabled: false }], [])
    await store.webhooks.delete('acc_a', webhook.id)
    await store.keys.revokeKey('key_a', 9)
    await store.keys.deleteAccount('acc_a', 10)
    await feed.catchUp()
    const ofWebhook = { kind: 'webhook_changed', webhookId: webhook.id }
    expect(heard).toEqual([
      { kind: 'key_changed', keyId: 'key_a', digest: key.digest, isLive: true },
      { kind: 'account_changed', account: { ...account, plan: 'Pro' } },
      { ...ofWebhook, state: 'enabled' },
      { ...ofWebhook, state: 'disabled' },
      { ...ofWebhook, state: 'deleted' },
      { kind: 'key_changed', keyId: 'key_a', digest: key.digest, isLive: false },
    ])
  })

  test('the author of a change on record has acted on it when sending is over', async () => {
    const place = await server.newSchema()
    const store = await openPostgresStore(place)
    onTestFinished(() => store.close())
    const { feed } = await openFeed(place, () => true)
    const webhook = aWebhook({ accountId: 'acc_a' })
    await store.webhooks.create(webhook, 5)
    const acted: string[] = []
    feed.listen(async (event) => {
      if (event.kind !== 'webhook_changed') return
      await new Promise(setImmediate)
      acted.push(event.state)
      // A listener may publish a change itself, and wait until all listeners have processed it.
      if (event.state === 'enabled') {
        await store.webhooks.save([{ ...webhook, enabled: false }], [])
        await feed.publishEvent({ kind: 'webhook_changed', webhookId: webhook.id, state: 'disabled' })
        acted.push('both')
      }
    })
    await feed.publishEvent({ kind: 'webhook_changed', webhookId: webhook.id, state: 'enabled' })
    expect(acted).toEqual(['enabled', 'disabled', 'both'])
  })

  test('a starting server gets the newest snapshot of each currency, with its age', async () => {
    const place = await server.newSchema()
    const { feed } = await openFeed(place, () => false)
    for (const [fiat, ageMs] of [
      ['UAH', 1],
      ['UAH', 5_000],
      ['EUR', 7],
    ] as const)
      await feed.publishEvent({ kind: 'snapshot', fiat, snapshot: null, ageMs })
    const { feed: later } = await openFeed(place, () => false)
    const heard: ServerEvent[] = []
    later.listen((event) => void heard.push(event))
    await later.deliverStates()
    expect(heard).toMatchObject([
      { kind: 'snapshot', fiat: 'UAH', snapshot: null },
      { kind: 'snapshot', fiat: 'EUR', snapshot: null },
    ])
    for (const event of heard) expect(event.kind === 'snapshot' && event.ageMs).toBeGreaterThan(5)
    expect(heard[0]?.kind === 'snapshot' && heard[0].ageMs).toBeGreaterThan(5_000)
  })

  test('a snapshot that could not be written down is shown nowhere', async () => {
    const place = await server.newSchema()
    const { feed, failures } = await openFeed(place, () => false)
    const heard: string[] = []
    feed.listen((event) => void heard.push(event.kind))
    await server.run(`ALTER TABLE ${place.schema}.state ADD CHECK (about <> 'snapshot UAH')`)
    await feed.publishEvent({ kind: 'snapshot', fiat: 'UAH', snapshot: null, ageMs: 0 })
    await feed.publishEvent({ kind: 'snapshot', fiat: 'EUR', snapshot: null, ageMs: 0 })
    expect([heard, failures]).toEqual([
      ['snapshot'],
      [expect.objectContaining({ message: expect.stringContaining('check constraint') })],
    ])
  })

  test('our own events are received in their place, unchanged; never in the place of another one', async () => {
    const place = await server.newSchema()
    const { feed } = await openFeed(place, () => false)
    const log = createPostgresChangeLog(await openMigrated(place))
    feed.stop()
    const heard: ServerEvent[] = []
    feed.listen((event) => void heard.push(event))
    const ours = (fiat: 'UAH' | 'EUR'): ServerEvent => ({ kind: 'snapshot', fiat, snapshot: null, ageMs: 5_000 })
    await log.append('{"kind":"data_replaced"}')
    const seq = await log.append('{"kind":"sources","text":"as the others read it"}')
    await feed.catchUp(new Map([[seq, ours('UAH')]]))
    expect(heard).toEqual([
      { kind: 'data_replaced' },
      { kind: 'snapshot', fiat: 'UAH', snapshot: null, ageMs: expect.any(Number) },
    ])
    expect(heard[1]?.kind === 'snapshot' && heard[1].ageMs).toBeGreaterThan(5_000)

    // It could not be read at that time; then the database went back, and its place was given away.
    await server.run(`ALTER TABLE ${place.schema}.change RENAME TO gone`)
    await expect(feed.catchUp(new Map([[seq + 1, ours('EUR')]]))).rejects.toThrow()
    await server.run(`ALTER TABLE ${place.schema}.gone RENAME TO change`)
    await log.append('{"kind":"data_replaced"}')
    await feed.catchUp()
    expect(heard.slice(2)).toEqual([{ kind: 'data_replaced' }])
  })

  test('a server that was away while the database went back and was written past its position starts again, and says so', async () => {
    const place = await server.newSchema()
    const { feed, failures } = await openFeed(place, () => false)
    const log = createPostgresChangeLog(await openMigrated(place))
    for (let index = 0; index < 3; index += 1) await log.append('{"kind":"data_replaced"}')
    await feed.catchUp()
    feed.stop()
    const heard: string[] = []
    feed.listen((event) => void heard.push(event.kind))
    await server.run(`DELETE FROM ${place.schema}.change WHERE seq > 1`)
    await server.run(`UPDATE ${place.schema}.change_head SET seq = 1`)
    for (let index = 0; index < 5; index += 1)
      await log.append('{"kind":"webhook_changed","webhookId":"wh_a","state":"deleted"}')
    await feed.catchUp()
    expect([heard, failures]).toEqual([['data_replaced'], [[null, 3]]])
    await log.append('{"kind":"webhook_changed","webhookId":"wh_b","state":"deleted"}')
    await feed.catchUp()
    expect(heard).toEqual(['data_replaced', 'webhook_changed'])
  })

  test('a server too far behind gets a resync event', async () => {
    const place = await server.newSchema()
    const { feed } = await openFeed(place, () => false)
    const heard: string[] = []
    feed.listen((event) => void heard.push(event.kind))
    const log = createPostgresChangeLog(await openMigrated(place))
    feed.stop()
    for (let index = 0; index < 5; index += 1) await log.append('{"kind":"data_replaced"}')
    await log.keepNewest(2)
    await feed.catchUp()
    expect(heard).toEqual(['data_replaced'])
    await feed.publishEvent({ kind: 'webhook_changed', webhookId: 'wh_a', state: 'deleted' })
    expect(heard).toEqual(['data_replaced', 'webhook_changed'])
  })
})
