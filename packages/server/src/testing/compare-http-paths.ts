import type { RequestListener } from 'node:http'
import { type PlanName, planNames } from '@p2p-rates/contract'
import { createRandom } from '@p2p-rates/core/internal'
import { makeKey } from '../accounts/tokens.js'
import { listen } from '../http/listen.js'
import { createFakeClock } from './fake-clock.js'
import { getRequest, type Keyring } from './hostile-requests.js'
import { createKey, startServerAt, type TestServerOptions } from './start-server.js'
import { createTestClient, type TestRequest, type TestResponse } from './test-client.js'

export type Comparison = {
  readonly differences: readonly { readonly path: string; readonly fast: string; readonly slow: string }[]
  readonly statuses: ReadonlyMap<number, number>
}

type Wanted = {
  readonly seed: number
  readonly count: number
  /** Goes on, up to five times as far, until each of these has come. */
  readonly meets?: readonly number[]
} & Pick<TestServerOptions, 'limiterOver'>

/**
 * Sends the same requests to the fast door and to Koa, as two accounts with equal history. All answers must match,
 * including counters. The clock stands still, so that only the door can cause a difference.
 */
export const compareHttpPaths = async ({ seed, count, meets = [], ...options }: Wanted): Promise<Comparison> => {
  const clock = createFakeClock(Date.now())
  const running = await startServerAt({
    clock,
    historyDays: 3,
    pages: true,
    settings: { P2P_PROXY_HOPS: '1' },
    ...options,
  })
  const open = async (listener: RequestListener) => {
    const { server, url } = await listen(listener, { host: '127.0.0.1', port: 0, maxStreams: 10 })
    const good = await Promise.all(planNames.map((plan: PlanName) => createKey(running.server, plan)))
    const keys: Keyring = { good, bad: [unknown, 'nonsense', ''], ids: [] }
    return { server, asker: createTestClient(url), keys, random: createRandom(seed) }
  }
  const unknown = makeKey()
  const { fastPath, router } = running.server.httpHandler
  const paths = [await open(fastPath), await open(router)] as const

  const differences: Comparison['differences'][number][] = []
  const statuses = new Map<number, number>()
  const sendSame = async ({ asker, keys, random }: (typeof paths)[number], id: string) => {
    const asked = withRequestId(getRequest(random, keys), id)
    const answer = await asker.ask(asked)
    return { path: asked.path, status: answer.status, text: shown(answer, id, keys, isComparable(asked.path)) }
  }
  try {
    const isEnough = (asked: number) =>
      asked >= count && (asked >= 5 * count || meets.every((status) => statuses.has(status)))
    for (let index = 0; !isEnough(index); index++) {
      // Time passes now and then, so that not every answer is a 429.
      if (index % 40 === 0) clock.advance(500)
      const id = `same-${index}`
      const [one, other] = await Promise.all([sendSame(paths[0], id), sendSame(paths[1], id)])
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      if (one.text !== other.text) differences.push({ path: one.path, fast: one.text, slow: other.text })
    }
  } finally {
    for (const { asker, server } of paths) {
      asker.close()
      server.close()
    }
    await running.stop()
  }
  return { differences, statuses }
}

const withRequestId = (asked: TestRequest, id: string): TestRequest => ({
  ...asked,
  headers: [...(asked.headers ?? []).filter(([name]) => name !== 'X-Request-Id'), ['X-Request-Id', id]],
})

/** Compressed bytes are there some moments after they were first wanted: which door is asked first then, chance decides. */
const atChance: ReadonlySet<string> = new Set(['content-encoding', 'content-length'])

/** Exclude usage. The server stores it 4 times a second, so one of two answers may be newer. */
const isComparable = (path: string): boolean => !/\/usage\b/.test(path)

const shown = ({ status, headers, text }: TestResponse, id: string, { good }: Keyring, withBody: boolean): string => {
  const headerLines = [...headers]
    .filter(([name]) => !atChance.has(name))
    .filter(([name, value]) => name !== 'date' && (name !== 'x-request-id' || value === id))
    .map(([name, value]) => `${name}: ${name === 'etag' ? value.replace(/-(br|gzip)"$/, '"') : value}`)
  if (!withBody) return [status, ...headerLines.filter((line) => !line.startsWith('etag: '))].join('\n')
  const body = good.reduce((all, key) => all.replaceAll(key.slice(0, 12), 'p2p_(prefix)'), text)
  return [status, ...headerLines, body].join('\n')
}
