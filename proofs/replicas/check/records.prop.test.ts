import { createRandom, type Random } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { type AcceptedWrite, checkAcceptedWrites } from './accepted-writes.js'
import { checkDeliveries, type Received } from './deliveries.js'
import { checkFailedDeliveryAttempts, type Post } from './failed-delivery-attempts.js'
import { checkSightings, type Sighting } from './sightings.js'

const seed = Number(process.env.SEED)
const rounds = 200
const fiats = ['UAH', 'EUR', 'PLN']
const servers = ['a', 'b', 'c']

const each = (work: (random: Random) => void): void => {
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round++) work(random)
}
const replaced = <Item>(items: readonly Item[], index: number, item: Item): readonly Item[] => items.with(index, item)

function honestSightings(random: Random): readonly Sighting[] {
  const shown = new Map<string, number>()
  const clients = Array.from({ length: random.integer(1, 5) }, (_, index) => `client ${index}`)
  return Array.from({ length: random.integer(2, 200) }, () => {
    const [client, fiat] = [random.pick(clients), random.pick(fiats)]
    const id = (shown.get(`${client} ${fiat}`) ?? 1_000) + (random.chance(0.4) ? random.integer(0, 3) : 0)
    shown.set(`${client} ${fiat}`, id)
    return { client, fiat, id, server: random.pick(servers), digest: `${fiat} of ${id}`, updatedAtMs: id }
  })
}

test('sightings that only go on, with the same bytes everywhere, break nothing', () => {
  each((random) => expect(checkSightings(honestSightings(random))).toEqual([]))
})

test('a client that is shown older data is found', () => {
  each((random) => {
    const sightings = honestSightings(random)
    const last = random.pick(sightings)
    const older = { ...last, id: last.id - 1_000, digest: 'of old', server: random.pick(servers) }
    const at = sightings.lastIndexOf(last)
    const broken = sightings.toSpliced(at + 1 + random.integer(0, sightings.length - at - 1), 0, older)
    expect(checkSightings(broken)).toEqual([
      expect.stringMatching(`${last.client} saw ${last.fiat} .* then ${older.id} `),
    ])
  })
})

test('a client that is shown an older time of prices is found, though the number is higher', () => {
  each((random) => {
    const sightings = honestSightings(random)
    const last = sightings.at(-1) as Sighting
    const fallen = { ...last, id: last.id + 1_000, digest: 'of a successor', updatedAtMs: last.updatedAtMs - 900 }
    expect(checkSightings([...sightings, fallen])).toEqual([expect.stringContaining(`saw ${last.fiat} of `)])
  })
})

test('the same number with other bytes is found by every reader', () => {
  each((random) => {
    const sightings = honestSightings(random)
    const last = sightings.at(-1) as Sighting
    const broken = [...sightings, { ...last, client: 'somebody else', digest: 'other bytes' }]
    expect(checkSightings(broken)).toEqual([expect.stringContaining(`${last.fiat} ${last.id} is`)])
  })
})

function honestWrites(random: Random): readonly AcceptedWrite[] {
  const versions = new Map<string, number>()
  let generation = random.integer(1, 100)
  return Array.from({ length: random.integer(3, 100) }, () => {
    if (random.chance(0.1)) generation += random.integer(1, 3)
    const fiat = random.pick(fiats)
    const version = (versions.get(fiat) ?? 0) + random.integer(1, 5)
    versions.set(fiat, version)
    return { fiat, generation, version, updatedAtMs: version }
  })
}

test('writes under rising generations and versions break nothing', () => {
  each((random) => expect(checkAcceptedWrites(honestWrites(random))).toEqual([]))
})

test('a deposed leader that still writes is found', () => {
  each((random) => {
    const writes = honestWrites(random)
    const last = writes.at(-1) as AcceptedWrite
    const late = { ...last, generation: last.generation - 1, version: last.version + 1 }
    expect(checkAcceptedWrites([...writes, late])).toEqual([expect.stringContaining(`under ${late.generation}`)])
  })
})

test('a successor that publishes older prices under a higher version is found', () => {
  each((random) => {
    const writes = honestWrites(random)
    const last = writes.at(-1) as AcceptedWrite
    const older = {
      ...last,
      generation: last.generation + 1,
      version: last.version + 1,
      updatedAtMs: last.version - 1,
    }
    expect(checkAcceptedWrites([...writes, older])).toEqual([expect.stringContaining('fell by 1 ms')])
  })
})

test('a version that does not rise is found', () => {
  each((random) => {
    const writes = honestWrites(random)
    const index = random.below(writes.length)
    const one = writes[index] as AcceptedWrite
    const before = writes.slice(0, index).findLast(({ fiat }) => fiat === one.fiat)
    if (before === undefined) return
    const version = before.version - random.integer(0, 2)
    expect(checkAcceptedWrites(replaced(writes, index, { ...one, version }))).not.toEqual([])
  })
})

function honestDeliveries(random: Random) {
  const expected = new Map(
    Array.from({ length: random.integer(1, 5) }, (_, hook) => [
      `hook ${hook}`,
      Array.from({ length: random.integer(1, 20) }, (_, index) => `dl_${hook}_${index}`),
    ]),
  )
  const left = new Map([...expected].map(([webhook, ids]) => [webhook, [...ids]]))
  const received: Received[] = []
  while (left.size > 0) {
    const webhook = random.pick([...left.keys()])
    const id = left.get(webhook)?.shift()
    if (id === undefined) left.delete(webhook)
    else received.push({ webhook, id })
  }
  return { expected, received }
}
const oneOf = (random: Random, received: readonly Received[]) => random.below(received.length)

test('what arrives once each and in order breaks nothing, nor does one more for each fault', () => {
  each((random) => {
    const { expected, received } = honestDeliveries(random)
    expect(checkDeliveries(received, { expected, faults: 0 })).toEqual({ breaches: [], repeats: 0 })
    const faults = random.integer(1, 5)
    let repeated: readonly Received[] = received
    for (let fault = 0; fault < faults; fault++) {
      const at = oneOf(random, repeated)
      repeated = repeated.toSpliced(at + 1, 0, repeated[at] as Received)
    }
    expect(checkDeliveries(repeated, { expected, faults })).toEqual({ breaches: [], repeats: faults })
    expect(checkDeliveries(repeated, { expected, faults: faults - 1 }).breaches).toHaveLength(1)
  })
})

test('one that is missing, one that never crossed and two that have changed places are found', () => {
  each((random) => {
    const { expected, received } = honestDeliveries(random)
    const at = oneOf(random, received)
    const one = received[at] as Received
    const find = (broken: readonly Received[]) => checkDeliveries(broken, { expected, faults: 0 }).breaches
    expect(find(received.toSpliced(at, 1))).toEqual([`${one.webhook} never got ${one.id}`])
    expect(find(received.toSpliced(at, 0, { ...one, id: 'dl_other' }))).toEqual([
      `${one.webhook} got dl_other, which never crossed`,
    ])
    expect(find([...received, { webhook: 'hook nobody made', id: one.id }])).toHaveLength(1)
    const next = received.findIndex(({ webhook }, index) => index > at && webhook === one.webhook)
    if (next < 0) return
    const swapped = received.with(at, received[next] as Received).with(next, one)
    expect(find(swapped)).toEqual([expect.stringContaining(`where ${one.id} was next`)])
    expect(checkDeliveries(swapped, { expected, faults: 0, inOrder: false }).breaches).toEqual([])
  })
})

function honestAttempts(random: Random) {
  const failures = random.integer(2, 12)
  const faults = random.integer(0, 3)
  let posts: readonly Post[] = Array.from({ length: failures }, (_, index) => ({ id: 'dl_one', attempt: index + 1 }))
  for (let fault = 0; fault < faults; fault++) {
    const at = random.below(posts.length)
    posts = posts.toSpliced(at, 0, posts[at] as Post)
  }
  return { posts, failures, faults }
}

test('as many attempts as failures that count, and one more for each fault, break nothing', () => {
  each((random) => {
    const { posts, failures, faults } = honestAttempts(random)
    expect(checkFailedDeliveryAttempts(posts, { failures, faults })).toEqual([])
    expect(checkFailedDeliveryAttempts(posts, { failures, faults: faults + 1 })).toEqual([])
  })
})

test('a failure that counts twice or not at all, one repeat too many and a second id are found', () => {
  each((random) => {
    const { posts, failures, faults } = honestAttempts(random)
    const find = (broken: readonly Post[]) => checkFailedDeliveryAttempts(broken, { failures, faults })
    const lost = random.integer(1, failures)
    expect(find(posts.filter(({ attempt }) => attempt !== lost))).toContain(
      `failure ${lost} of ${failures} counted, and was never sent`,
    )
    expect(find([...posts, { id: 'dl_one', attempt: failures + 1 }])).toHaveLength(1)
    expect(find([...posts, random.pick(posts)])).toHaveLength(1)
    expect(find(posts.with(0, { ...(posts[0] as Post), id: 'dl_other' }))).toEqual([
      expect.stringContaining('dl_other and dl_one'),
    ])
  })
})
