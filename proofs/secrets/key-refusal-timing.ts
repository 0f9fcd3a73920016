import type { IncomingMessage } from 'node:http'
import { defaultPlans } from '@p2p-rates/contract'
import type { Random } from '@p2p-rates/core/internal'
import {
  createAuthenticator,
  createAuthRateLimiters,
  createCallerCache,
  createCsrfCheck,
  createSessionCookie,
  makeKey,
  manageAsOperator,
  openSqliteStore,
  systemClock,
} from '@p2p-rates/server/testing'
import { shuffled } from '../truth/statistics.js'

export const classes = ['misshapen', 'mistyped', 'unknown', 'revoked'] as const
export type KeyClass = (typeof classes)[number]

/** Time to reject each class of key. The order is shuffled, so that load on the machine affects all classes alike. */
export const timeRefusals = async (dataDir: string, samplesPerClass: number, random: Random) => {
  const store = openSqliteStore(dataDir)
  const clock = systemClock
  const callers = createCallerCache({ keys: store.keys, plans: defaultPlans })
  // Each request comes from an address of its own: none is over its budget.
  let address = 0
  const csrf = createCsrfCheck(undefined)
  const doorman = createAuthenticator({
    csrf,
    cookie: createSessionCookie(csrf),
    visitors: { allowance: { plan: 'Free', limits: defaultPlans.Free }, mayRead: true },
    callers,
    wrongKeys: createAuthRateLimiters(clock).wrongKeys,
    addressOf: () => String(address++),
  })
  const keys = manageAsOperator({
    store: store.keys,
    publishEvent: (event) => (event.kind === 'sessions_ended' ? undefined : callers.applyChange(event)),
    clock,
  })
  const pools = await makePools(keys)

  const times = Object.fromEntries(
    classes.map((name) => [name, new Float64Array(samplesPerClass)]),
  ) as unknown as Record<KeyClass, Float64Array>
  const taken = new Map<KeyClass, number>(classes.map((name) => [name, -200]))
  const deck: KeyClass[] = []
  for (;;) {
    if (deck.length === 0) deck.push(...shuffled(random, classes))
    const name = deck.pop() ?? 'unknown'
    const pool = pools[name]
    const request = { headers: { 'x-api-key': pool[random.integer(0, pool.length - 1)] } } as unknown as IncomingMessage
    const startedAt = process.hrtime.bigint()
    await doorman.authenticate(request, { kind: 'key', plan: 'Free' }).catch(() => {})
    const took = Number(process.hrtime.bigint() - startedAt)
    // The first ones of each class only warm up.
    const index = taken.get(name) ?? 0
    if (index >= 0) times[name][index] = took
    taken.set(name, index + 1)
    if ([...taken.values()].every((count) => count >= samplesPerClass)) break
  }
  store.close()
  return times
}

const poolSize = 100

const makePools = async (keys: ReturnType<typeof manageAsOperator>): Promise<Record<KeyClass, string[]>> => {
  const many = (make: () => string) => Array.from({ length: poolSize }, make)
  const revoked: string[] = []
  for (let number = 0; number < poolSize; number++) {
    const { id } = await keys.createAccount('Gone', 'Free')
    const { key, record } = await keys.createKey(id, null)
    await keys.revokeKey(record.id)
    revoked.push(key)
  }
  return flattened({
    misshapen: many(() => makeKey().replace('p2p_', 'p2p-')),
    mistyped: many(() => makeKey().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))),
    unknown: many(makeKey),
    revoked,
  })
}

/** As they would come off a socket: how a text was put together shows in how long it takes to read. */
const flattened = (pools: Record<KeyClass, string[]>): Record<KeyClass, string[]> => {
  for (const name of classes) pools[name] = pools[name].map((text) => Buffer.from(text, 'latin1').toString('latin1'))
  return pools
}

/** Welch's t of every pair, over the samples below the common 90th percentile: pauses of the machine say nothing about keys. */
export const largestWelchT = (times: Readonly<Record<string, Float64Array>>): { pair: string; t: number } => {
  const all = Float64Array.from(Object.values(times).flatMap((samples) => [...samples])).sort()
  const cut = all[Math.floor(all.length * 0.9)] ?? Number.POSITIVE_INFINITY
  const kept = Object.entries(times).map(([name, samples]) => ({ name, ...momentsOf(samples.filter((x) => x <= cut)) }))
  let largest = { pair: '', t: 0 }
  for (const [index, a] of kept.entries())
    for (const b of kept.slice(index + 1)) {
      const t = Math.abs(a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
      if (t > largest.t) largest = { pair: `${a.name} and ${b.name}`, t }
    }
  return largest
}

const momentsOf = (samples: Float64Array) => {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length
  const variance = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples.length - 1)
  return { mean, variance, count: samples.length }
}
