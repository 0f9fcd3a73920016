import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { StorageUnavailableError } from '../../base/errors/storage-errors.js'
import { connectRedis } from '../../base/redis/connect-redis.js'
import { systemTimers } from '../../base/time/timers.js'
import { needsAll } from '../../testing/needs-all.js'
import { makeTestDatabase, needsPostgres, type TestDatabase } from '../../testing/postgres.js'
import { needsRedis, openTestRedis } from '../../testing/redis.js'
import { aSnapshot } from './testing/a-snapshot.js'
import { aGate, eventually, openServers, type Servers } from './testing/open-servers.js'
import { liveAccount, noChange } from './testing/open-webhooks.js'
import { deliveryIdOf } from './webhook-evaluator.js'

let database: TestDatabase
let receiver: Receiver
let servers: Servers
beforeAll(async () => {
  if (!needsPostgres.skip) database = await makeTestDatabase()
})
beforeEach(async () => {
  receiver = await startReceiver()
  servers = await openServers(database)
})
afterEach(() => receiver.close())
afterAll(() => database?.drop())

const openTwo = async () => [await servers.open(), await servers.open()] as const
const idsReceived = () => receiver.deliveries.map(({ headers }) => headers.get('x-service-delivery'))

describe('a crossing', needsPostgres, () => {
  test('has one id, for any finder and any number of repeats: a COMMIT without an answer is repeated', async () => {
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    const snapshot = aSnapshot({ buy: 40.9, sell: 40.8, nowMs: servers.clock.wallMs() })
    expect(await one.publish(snapshot)).toEqual([id])
    expect([await one.publish(snapshot), await other.publish(snapshot)]).toEqual([[], []])
    await eventually(() => receiver.deliveries.length).toBe(1)
    expect(idsReceived()).toEqual([deliveryIdOf(id, snapshot.version)])
    await eventually(async () => (await other.deliveries(id)).map(({ state }) => state)).toEqual(['delivered'])
  })

  test('is nothing where the transaction of the leader comes to nothing', async () => {
    const one = await servers.open()
    const id = await one.create({ url: receiver.url })
    const snapshot = aSnapshot({ buy: 40.9, sell: 40.8, nowMs: servers.clock.wallMs() })
    await expect(
      one.publish(snapshot, async () => {
        throw new Error('somebody else leads')
      }),
    ).rejects.toThrow('somebody else leads')
    expect(await one.deliveries(id)).toEqual([])
    expect(await one.store.find('acc_one', id)).toMatchObject({ crossing: 'unknown' })
    expect(await one.store.lastValues()).toEqual(new Map())
    expect(await one.publish(snapshot)).toEqual([id])
  })

  test('returns the value before it, whichever server has measured that', async () => {
    const [one, other] = await openTwo()
    await one.create({ url: receiver.url })
    await one.price(42)
    await other.price(40.9)
    await receiver.waitForDeliveries(1)
    expect(JSON.parse(receiver.deliveries[0]?.body ?? '')).toMatchObject({ data: { value: 40.9, previous_value: 42 } })
  })

  test('is one of the webhook as its owner wants it at that moment', async () => {
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    const off = await one.create({ url: receiver.url })
    await other.operations.update(liveAccount(), id, { ...noChange, threshold: 40 })
    await other.operations.update(liveAccount(), off, { ...noChange, enabled: false })
    expect(await one.price(40.9)).toEqual([])
    await other.operations.update(liveAccount(), off, { ...noChange, enabled: true })
    expect(await one.price(40.8)).toEqual([off])
    expect(await one.price(39.9)).toEqual([id])
  })
})

describe('quiet hours and a digest', needsPostgres, () => {
  const daily = { quiet_hours: '23:00-08:00', digest_time: '08:00', tz: 'Europe/Kyiv' }
  const setWall = (moment: string) => servers.clock.advance(Date.parse(moment) - servers.clock.wallMs())
  const at = (moment: string, buy: number) => {
    setWall(moment)
    return aSnapshot({ buy, sell: buy * 0.998, nowMs: servers.clock.wallMs() })
  }
  const bodies = () => receiver.deliveries.map(({ body }) => JSON.parse(body))

  test('lead to one message of each, whichever server publishes, also after a kill and a repeated transaction', async () => {
    setWall('2040-11-21T20:00:00Z')
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url, ...daily })
    expect(await one.publish(at('2040-11-21T22:00:00Z', 40.9))).toEqual([])
    expect(await other.publish(at('2040-11-22T01:00:00Z', 40.8))).toEqual([])
    one.vanish()
    const after = at('2040-11-22T06:00:00Z', 40.7)
    await expect(other.publish(after, () => Promise.reject(new Error('no lease')))).rejects.toThrow('no lease')
    expect(await other.publish(after)).toEqual([id, id])
    const third = await servers.open()
    expect([await third.publish(after), await other.publish(after)]).toEqual([[], []])
    await receiver.waitForDeliveries(2)
    await eventually(async () => (await other.store.pending()).length).toBe(0)
    expect(bodies()).toMatchObject([{ event: 'best_buy', data: { value: 40.7 } }, { event: 'digest' }])
    expect(receiver.deliveries).toHaveLength(2)
  })

  test('a delivery that still waits when they begin is given up by one server, and made again of newer data', async () => {
    setWall('2040-11-21T20:59:00Z')
    receiver.scriptReplies({ status: 503 }, { status: 200 })
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url, ...daily, digest_time: undefined })
    await one.publish(at('2040-11-21T20:59:30Z', 40.9))
    one.room.onSnapshot(at('2040-11-21T20:59:31Z', 40.9))
    await receiver.waitForDeliveries(1)
    await eventually(async () => (await one.deliveries(id))[0]?.attempts).toBe(1)
    setWall('2040-11-21T21:00:00Z')
    await servers.timePasses()
    await eventually(async () => (await other.deliveries(id)).map(({ state }) => state)).toEqual(['superseded'])
    expect(await other.publish(at('2040-11-22T06:00:00Z', 40.8))).toEqual([id])
    await receiver.waitForDeliveries(2)
    expect(bodies().map(({ data }) => data.value)).toEqual([40.9, 40.8])
  })
})

describe('two servers that send', needsPostgres, () => {
  test('bring every event once', async () => {
    const [one] = await openTwo()
    for (let index = 0; index < 30; index++) await one.create({ url: receiver.url }, liveAccount(`acc_${index}`))
    expect(await one.price(40.9)).toHaveLength(30)
    await receiver.waitForDeliveries(30)
    await eventually(async () => (await one.store.pending()).length).toBe(0)
    expect(new Set(idsReceived()).size).toBe(30)
    expect(receiver.deliveries).toHaveLength(30)
  })

  test('bring the events of one webhook in order and one at a time', async () => {
    const gate = aGate()
    let active = 0
    let most = 0
    const wrapPost: NonNullable<Parameters<Servers['open']>[0]>['wrapPost'] =
      (post) =>
      async (...call) => {
        active += 1
        most = Math.max(most, active)
        await gate.opened
        const outcome = await post(...call)
        active -= 1
        return outcome
      }
    const one = await servers.open({ wrapPost })
    await servers.open({ wrapPost })
    const id = await one.create({ url: receiver.url })
    for (let round = 0; round < 6; round++) {
      await one.price(40.9)
      await one.price(42)
    }
    await eventually(() => active).toBe(1)
    gate.open()
    await receiver.waitForDeliveries(6)
    expect(most).toBe(1)
    expect(idsReceived()).toEqual((await one.deliveries(id)).map((delivery) => delivery.id))
  })

  test('count ten failures in a row, and no more are sent', async () => {
    receiver.scriptReplies({ status: 500 })
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    const record = () => other.store.find('acc_one', id)
    await eventually(async () => {
      await servers.timePasses()
      return (await record())?.enabled
    }).toBe(false)
    expect(receiver.deliveries).toHaveLength(10)
    expect(receiver.deliveries.map(({ headers }) => Number(headers.get('x-service-attempt')))).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    )
    expect(await record()).toMatchObject({ disabledReason: 'failures', consecutiveFailures: 10 })
    expect(await one.deliveries(id)).toMatchObject([{ state: 'exhausted', attempts: 10 }])
  })

  test('wait for the moment of a failing receiver, and then bring the newest', async () => {
    receiver.scriptReplies({ status: 500 }, { status: 200 })
    const [one] = await openTwo()
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    await eventually(async () => (await one.store.find('acc_one', id))?.consecutiveFailures).toBe(1)
    await one.price(42)
    await one.price(40.9)
    const { waits } =
      (await servers.get(`SELECT due_at > clock_timestamp() + interval '4 s' AS waits FROM @lane`)) ?? {}
    expect(waits).toBe(true)
    expect(receiver.deliveries).toHaveLength(1)
    await servers.timePasses()
    await eventually(async () => (await one.deliveries(id)).map(({ state }) => state)).toEqual([
      'superseded',
      'delivered',
    ])
    expect(receiver.deliveries).toHaveLength(2)
  })
})

describe('two servers that send to one host', needsAll(needsPostgres, needsRedis), () => {
  test('send two at a time, whosever webhooks they are, and all of them in the end', async () => {
    const redis = await openTestRedis()
    onTestFinished(redis.close)
    const clusterId = redis.newClusterId()
    let active = 0
    let most = 0
    const openOne = async () => {
      const connection = await connectRedis({ url: redis.url, timers: systemTimers, deadlineMs: 30_000 })
      onTestFinished(connection.close)
      return servers.open({
        redis: connection,
        clusterId,
        wrapPost:
          (post) =>
          async (...call) => {
            active += 1
            most = Math.max(most, active)
            const outcome = await post(...call)
            active -= 1
            return outcome
          },
      })
    }
    receiver.scriptReplies({ status: 200, delayMs: 30 })
    const one = await openOne()
    await openOne()
    for (let index = 0; index < 12; index++) await one.create({ url: receiver.url }, liveAccount(`acc_${index}`))
    await one.price(40.9)
    await eventually(async () => (await one.store.pending()).length).toBe(0)
    expect(receiver.deliveries).toHaveLength(12)
    expect(most).toBe(2)
  })
})

describe('a server that is killed while it sends', needsPostgres, () => {
  test('leaves a delivery queue that comes back within half a minute, with the same id and the same bytes', async () => {
    const gate = aGate()
    const dying = await servers.open({
      wrapPost:
        (post) =>
        async (...call) => {
          const outcome = await post(...call)
          await gate.opened
          return outcome
        },
    })
    const id = await dying.create({ url: receiver.url })
    await dying.price(40.9)
    await receiver.waitForDeliveries(1)
    dying.vanish()
    const other = await servers.open()
    const { soon } =
      (await servers.get(`SELECT lease_until < clock_timestamp() + interval '30 s' AS soon FROM @lane`)) ?? {}
    expect(soon).toBe(true)
    await servers.claimsRunOut()
    await receiver.waitForDeliveries(2)
    await eventually(async () => (await other.deliveries(id)).map(({ state }) => state)).toEqual(['delivered'])
    const [first, again] = receiver.deliveries
    expect(again?.body).toBe(first?.body)
    expect(idsReceived()[1]).toBe(idsReceived()[0])
    gate.open()
  })

  test('and was only delayed: the result of its attempt is ignored', async () => {
    const gate = aGate()
    receiver.scriptReplies({ status: 500 }, { status: 200 })
    const slow = await servers.open({
      wrapPost:
        (post) =>
        async (...call) => {
          const outcome = await post(...call)
          if (outcome.status === 500) await gate.opened
          return outcome
        },
    })
    const id = await slow.create({ url: receiver.url })
    await slow.price(40.9)
    await receiver.waitForDeliveries(1)
    await servers.open()
    await servers.claimsRunOut()
    await receiver.waitForDeliveries(2)
    await eventually(async () => (await slow.deliveries(id)).map(({ state }) => state)).toEqual(['delivered'])
    gate.open()
    await slow.room.stop()
    expect(await slow.store.find('acc_one', id)).toMatchObject({
      consecutiveFailures: 0,
      lastDelivery: { status: 200 },
    })
    expect(await slow.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('what an attempt has come to', needsPostgres, () => {
  const fails = () => Promise.reject(new StorageUnavailableError('gone'))

  test('is written down as soon as the database can be asked again, and the receiver is not asked twice', async () => {
    let times = 0
    const one = await servers.open({
      wrapStore: (store) => ({
        ...store,
        settle: (claim, decide) => (++times <= 2 ? fails() : store.settle(claim, decide)),
      }),
    })
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    await eventually(async () => (await one.deliveries(id)).map(({ state }) => state)).toEqual(['delivered'])
    expect(times).toBe(3)
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('counts once, also where the answer to its COMMIT is lost', async () => {
    receiver.scriptReplies({ status: 500 })
    let times = 0
    const one = await servers.open({
      wrapStore: (store) => ({
        ...store,
        settle: async (claim, decide) => {
          const made = await store.settle(claim, decide)
          return ++times === 1 ? fails() : made
        },
      }),
    })
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    await eventually(() => times).toBe(2)
    expect(await one.store.find('acc_one', id)).toMatchObject({ consecutiveFailures: 1 })
  })
})

describe('while one server sends, on another', needsPostgres, () => {
  const underWay = async (status: number) => {
    receiver.scriptReplies({ status }, { status: 200 })
    const gate = aGate()
    const one = await servers.open({
      wrapPost:
        (post) =>
        async (...call) => {
          const outcome = await post(...call)
          await gate.opened
          return outcome
        },
    })
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    await receiver.waitForDeliveries(1)
    return { one, other: await servers.open(), id, gate }
  }
  const enable = (server: Awaited<ReturnType<Servers['open']>>, id: string, enabled: boolean) =>
    server.operations.update(liveAccount(), id, { ...noChange, enabled })
  const states = async (server: Awaited<ReturnType<Servers['open']>>, id: string) =>
    (await server.deliveries(id)).map(({ state, attempts }) => [state, attempts])

  test('its owner disables it: what fails is cancelled with what waits', async () => {
    const { one, other, id, gate } = await underWay(500)
    await one.price(42)
    await one.price(40.9)
    await enable(other, id, false)
    expect(await states(other, id)).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
    ])
    gate.open()
    await eventually(() => states(other, id)).toEqual([
      ['cancelled', 1],
      ['cancelled', 0],
    ])
    expect(await other.store.find('acc_one', id)).toMatchObject({ enabled: false, consecutiveFailures: 0 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('its owner disables it: what arrived is delivered', async () => {
    const { other, id, gate } = await underWay(200)
    await enable(other, id, false)
    gate.open()
    await eventually(() => states(other, id)).toEqual([['delivered', 1]])
    expect(await other.store.find('acc_one', id)).toMatchObject({ enabled: false, lastDelivery: { status: 200 } })
  })

  test('its owner disables and enables it: nothing old comes back, and the next event waits for its turn', async () => {
    const { one, other, id, gate } = await underWay(500)
    await enable(other, id, false)
    await enable(other, id, true)
    await one.price(40.8)
    await eventually(async () => (await servers.get('SELECT count(*)::int AS lanes FROM @lane'))?.lanes).toBe(1)
    expect(receiver.deliveries).toHaveLength(1)
    gate.open()
    await eventually(() => states(other, id)).toEqual([
      ['cancelled', 1],
      ['delivered', 1],
    ])
    expect(await other.store.find('acc_one', id)).toMatchObject({ enabled: true, consecutiveFailures: 0 })
  })

  test('its owner deletes it: nothing is left of it', async () => {
    const { one, other, id, gate } = await underWay(500)
    await other.operations.delete('acc_one', id)
    gate.open()
    await one.room.stop()
    expect(await other.store.list('acc_one')).toEqual([])
    expect(await other.deliveries(id)).toEqual([])
    expect(await servers.get('SELECT count(*)::int AS lanes FROM @lane')).toEqual({ lanes: 0 })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('its owner gives it another address: the next event goes there', async () => {
    const second = await startReceiver()
    onTestFinished(second.close)
    const { one, other, id, gate } = await underWay(200)
    const elsewhere = second.url.replace('127.0.0.1', 'localhost')
    await other.operations.update(liveAccount(), id, { ...noChange, url: elsewhere })
    await one.price(42)
    await one.price(40.9)
    gate.open()
    await second.waitForDeliveries(1)
    await eventually(() => states(other, id)).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ])
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('its owner rotates the secret: no failure that is counted meanwhile takes it back', async () => {
    const { other, id, gate } = await underWay(500)
    await other.operations.rotateSecret('acc_one', id, 24, 'rotation')
    gate.open()
    await eventually(async () => (await other.store.find('acc_one', id))?.consecutiveFailures).toBe(1)
    expect(await other.store.find('acc_one', id)).toMatchObject({ rotationId: 'rotation' })
  })
})

describe('a plan', needsPostgres, () => {
  test('that is revoked disables forbidden webhooks on all servers, and abandons waiting deliveries', async () => {
    const gate = aGate()
    const shut = {
      wrapPost: () => async () => gate.opened.then(() => ({ status: 500, fault: null, retryAfter: null })),
    }
    const [one, other] = [await servers.open(shut), await servers.open(shut)]
    const ids = [await one.create({ url: receiver.url }), await one.create({ url: receiver.url })]
    await one.price(40.9)
    await one.setPlan('Free')
    const record = { id: 'acc_one', name: '', plan: 'Free' as const, createdAtMs: 0 }
    await Promise.all([one.room.planChanged(record), other.room.planChanged(record)])
    for (const id of ids) {
      expect(await one.store.find('acc_one', id)).toMatchObject({ enabled: false, disabledReason: 'plan' })
      expect(await one.deliveries(id)).toMatchObject([{ state: 'cancelled' }])
    }
    await one.setPlan('Business')
    await Promise.all([one.room.planChanged(record), other.room.planChanged(record)])
    expect(await one.store.list('acc_one')).toMatchObject([{ enabled: true }, { enabled: true }])
    gate.open()
  })

  test('counts as stored: an old event undoes nothing, and enables nothing', async () => {
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    await one.setPlan('Free')
    await one.room.planChanged({ id: 'acc_one', name: '', plan: 'Free', createdAtMs: 0 })
    await other.room.planChanged({ id: 'acc_one', name: '', plan: 'Business', createdAtMs: 0 })
    const asBusiness = liveAccount('acc_one', 'Business')
    await expect(other.operations.update(asBusiness, id, { ...noChange, enabled: true })).rejects.toMatchObject({
      problem: { code: 'webhook_limit' },
    })
    expect(await one.store.find('acc_one', id)).toMatchObject({ enabled: false, disabledReason: 'plan' })
  })

  test('and an account that ended while all servers were down take effect at the next start', async () => {
    const one = await servers.open()
    await one.create({ url: receiver.url })
    await one.create({ url: receiver.url }, liveAccount('acc_gone'))
    await one.setPlan('Free')
    await one.keys.deleteAccount('acc_gone', 1)
    await Promise.all([servers.open(), servers.open()])
    expect(await one.store.list('acc_one')).toMatchObject([{ enabled: false, disabledReason: 'plan' }])
    expect(await one.store.list('acc_gone')).toEqual([])
  })
})

describe('a manual send', needsPostgres, () => {
  const ping = (server: Awaited<ReturnType<Servers['open']>>, id: string, name: string) =>
    server.operations.test('acc_one', id, name)

  test('is sent once, and is the same ping where several servers are asked before it has set out', async () => {
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ping(index % 2 === 0 ? one : other, id, `ping${index}`)),
    )
    await eventually(async () => (await one.store.pending()).length).toBe(0)
    const names = new Set(asked.map((delivery) => delivery.id))
    expect(names.size).toBeLessThanOrEqual(10)
    expect(idsReceived().toSorted()).toEqual([...names].toSorted())
  })

  test('is ten an hour at most, of all servers together', async () => {
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    for (let count = 0; count < 10; count++) {
      await ping(count % 2 === 0 ? one : other, id, `ping${count}`)
      await eventually(async () => (await one.store.pending()).length).toBe(0)
    }
    for (const server of [one, other])
      await expect(ping(server, id, 'late')).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
    const [newest] = await one.operations.deliveries('acc_one', id)
    await expect(one.operations.resend('acc_one', id, newest?.id ?? '')).rejects.toMatchObject({
      problem: { code: 'rate_limited' },
    })
    servers.clock.advance(3_600_000)
    await ping(other, id, 'later')
    await receiver.waitForDeliveries(11)
  })

  test('and ends a run of failures makes what waits due at once', async () => {
    receiver.scriptReplies({ status: 200 }, { status: 500 }, { status: 200 })
    const [one, other] = await openTwo()
    const id = await one.create({ url: receiver.url })
    await one.price(40.9)
    await eventually(async () => (await one.deliveries(id)).map(({ state }) => state)).toEqual(['delivered'])
    await one.price(42)
    await one.price(40.9)
    await eventually(async () => (await one.store.find('acc_one', id))?.consecutiveFailures).toBe(1)
    const [first] = await one.deliveries(id)
    await other.operations.resend('acc_one', id, first?.id ?? '')
    await eventually(async () => (await one.deliveries(id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ])
    expect(receiver.deliveries).toHaveLength(4)
  })

  test('and left by a server that died is marked as such by another, and can be asked for again', async () => {
    const dying = await servers.open({ wrapPost: () => () => new Promise(() => {}) })
    const id = await dying.create({ url: receiver.url })
    const left = await ping(dying, id, 'left')
    dying.vanish()
    const other = await servers.open()
    await servers.holdsRunOut()
    await eventually(() => other.deliveries(id)).toMatchObject([{ state: 'exhausted', lastFault: 'interrupted' }])
    expect(receiver.deliveries).toEqual([])
    await other.operations.resend('acc_one', id, left.id)
    await eventually(() => other.deliveries(id)).toMatchObject([{ id: left.id, state: 'delivered' }])
  })

  test('is never taken for abandoned while its sender lives', async () => {
    const gate = aGate()
    const one = await servers.open({
      wrapPost:
        (post) =>
        async (...call) =>
          gate.opened.then(() => post(...call)),
    })
    await servers.open()
    const id = await one.create({ url: receiver.url })
    await ping(one, id, 'slow')
    // After 2 renewals, the delivery must again be held for its full time.
    for (let sign = 0; sign < 2; sign++) {
      await servers.holdsRunOutSoon()
      await eventually(
        async () =>
          (await servers.get(`SELECT held_until > clock_timestamp() + interval '1 minute' AS held FROM @delivery`))
            ?.held,
      ).toBe(true)
    }
    expect(await one.deliveries(id)).toMatchObject([{ state: 'pending' }])
    gate.open()
    await eventually(() => one.deliveries(id)).toMatchObject([{ state: 'delivered' }])
  })
})
