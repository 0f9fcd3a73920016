import { createRandom } from '@p2p-rates/core/internal'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.js'
import { createLocalHostCaps, privateBounds, usualBounds } from './host-caps.js'

const minute = 60_000

let time: ReturnType<typeof createFakeTime>
let slots: ConcurrencyLimit
let started: { readonly account: string; readonly host: string; readonly atMs: number }[]
let names = 0
const open = (bounds = privateBounds) => {
  time = createFakeTime()
  slots = createConcurrencyLimit({ ...time, hosts: createLocalHostCaps({ clock: time.clock, bounds: () => bounds }) })
  started = []
}
beforeEach(() => open())

const send = (account: string, host: string, ms = 0, webhookId = `wh_${names++}`) =>
  slots.scheduleTask({
    accountId: account,
    host,
    webhookId,
    work: () => {
      started.push({ account, host, atMs: time.clock.monoMs() })
      return ms === 0 ? Promise.resolve(true) : new Promise((done) => void time.timers.after(ms, () => done(true)))
    },
  })
const startsOf = (account: string) => started.filter((start) => start.account === account)
const many = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index++) work(index)
}

test('one host gets sixty a minute at most, for any number of webhooks and accounts, and other hosts are not delayed', async () => {
  open(usualBounds)
  const startMs = time.clock.monoMs()
  many(500, (index) => send(`acc_${index % 100}`, 'victim'))
  many(3, (index) => send(`acc_${index}`, 'other'))
  await time.pass(20 * minute)
  const atVictim = started.filter(({ host }) => host === 'victim').map(({ atMs }) => atMs)
  expect(atVictim).toHaveLength(500)
  expect(atVictim.filter((atMs) => atMs < startMs + minute)).toHaveLength(60)
  expect(atVictim.every((atMs, index) => index < 60 || atMs - (atVictim[index - 60] ?? 0) >= minute)).toBe(true)
  expect(started.filter(({ host }) => host === 'other').map(({ atMs }) => atMs - startMs)).toEqual([0, 0, 0])
})

describe('an account never takes the last of anything', () => {
  test('slow receivers of one leave ways out for every other', async () => {
    many(20, (index) => send('slow', `tarpit-${index}`, 15_000))
    expect(startsOf('slow')).toHaveLength(8)
    for (const account of ['second', 'third', 'fourth', 'fifth']) {
      many(5, (index) => send(account, `${account}-${index}`, 15_000))
      expect(startsOf(account).length).toBeGreaterThanOrEqual(1)
    }
    expect(started).toHaveLength(16)
  })

  test('nor both places of a host that others use too', () => {
    many(5, () => send('slow', 'popular', 15_000))
    send('other', 'popular')
    expect([startsOf('slow').length, startsOf('other').length]).toEqual([1, 1])
  })

  test('nor the minute of such a host', async () => {
    open(usualBounds)
    many(200, () => send('flood', 'popular', 5))
    await time.pass(30_000)
    expect(startsOf('flood')).toHaveLength(30)
    const askedMs = time.clock.monoMs()
    many(3, () => send('other', 'popular', 5))
    await time.pass(100)
    expect(startsOf('other').map(({ atMs }) => atMs - askedMs)).toEqual([0, 5, 10])
    await time.pass(10 * minute)
    expect(startsOf('flood')).toHaveLength(200)
  })
})

test('accounts alternate, and so do the hosts of one', async () => {
  many(3, (index) => send('busy', 'one', 10, `wh_one_${index}`))
  many(3, (index) => send('busy', 'two', 10, `wh_two_${index}`))
  expect(started.map(({ host }) => host)).toEqual(['one', 'two'])
  await time.pass(10)
  expect(started.map(({ host }) => host)).toEqual(['one', 'two', 'one', 'two'])
})

test('one webhook is served one at a time, and a delivery taken back before its start never starts', async () => {
  send('a', 'one', 10, 'wh_same')
  const giveBack = send('a', 'two', 10, 'wh_same')
  expect(started).toHaveLength(1)
  expect([giveBack(), giveBack()]).toEqual([true, false])
  send('a', 'three', 10, 'wh_same')
  await time.pass(minute)
  expect(started.map(({ host }) => host)).toEqual(['one', 'three'])
})

test('whatever twenty accounts send, all of it goes out, and no bound is ever passed', async () => {
  const seed = Number(process.env.SEED)
  const { below: random } = createRandom(seed)
  open(usualBounds)
  const active: { account: string; host: string }[] = []
  let worst = { all: 0, ofHost: 0 }
  many(1_000, () => {
    const place = { account: `acc_${random(20)}`, host: `host_${random(10)}` }
    slots.scheduleTask({
      accountId: place.account,
      host: place.host,
      webhookId: `wh_${random(200)}`,
      work: () => {
        active.push(place)
        started.push({ ...place, atMs: time.clock.monoMs() })
        const ofHost = active.filter(({ host }) => host === place.host).length
        worst = { all: Math.max(worst.all, active.length), ofHost: Math.max(worst.ofHost, ofHost) }
        return new Promise((done) => {
          time.timers.after(random(15_000), () => {
            active.splice(active.indexOf(place), 1)
            done(true)
          })
        })
      },
    })
  })
  await time.pass(60 * minute)
  expect([started.length, active.length, worst.all, worst.ofHost]).toEqual([1_000, 0, 16, 2])
})
