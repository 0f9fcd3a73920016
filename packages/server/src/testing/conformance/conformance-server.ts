import type { ErrorCode, PlanName } from '@p2p-rates/contract'
import { createBrowser, makePerson } from '../people.js'
import { createKey, startServer, type TestServer, type TestServerOptions } from '../start-server.js'
import { createTestClient, type TestClient, type TestRequest, type TestResponse } from '../test-client.js'
import { createResponseChecker, type ResponseChecker } from './response-checker.js'

/** A running server on which every case of the conformance walk can be played, in any order. */
export type ConformanceServer = TestServer & {
  readonly asker: TestClient
  readonly checker: ResponseChecker
  freshKey(plan: PlanName): Promise<string>
  /** Session cookie of a user on the Business plan who just logged in. */
  freshSession(who?: { readonly isAdmin: boolean }): Promise<string>
  readonly revokedKey: string
}

/** Free is tiny, so that its ends are near; the other plans have room for the whole walk. */
export const tinyFree = { requestsPerMinute: 6, monthlyQuota: 3 }
const wide = { requestsPerMinute: 1_000_000, monthlyQuota: 1_000_000_000, webhooks: 100_000, streams: 100_000 }

export const openConformanceServer = async (
  options: Pick<TestServerOptions, 'limiterOver'> = {},
): Promise<ConformanceServer> => {
  const running = await startServer({
    ...options,
    pages: true,
    settings: {
      P2P_PLANS: JSON.stringify({ Free: tinyFree, Starter: wide, Pro: wide, Business: wide }),
      P2P_PROXY_HOPS: '1',
      P2P_VISITOR_PLAN: 'Business',
    },
  })
  const { server, url } = running
  const asker = createTestClient(url)
  const freshKey = (plan: PlanName) => createKey(server, plan)
  const served = await asker.ask({ path: '/api/v1/openapi.json', headers: [['X-API-Key', await freshKey('Free')]] })
  return {
    ...running,
    asker,
    freshKey,
    freshSession: (who) => logIn(asker, running, who),
    checker: createResponseChecker(JSON.parse(served.text), running.config.PLANS),
    revokedKey: await makeRevokedKey(running),
    stop: async () => {
      asker.close()
      await running.stop()
    },
  }
}

let people = 0
/** Each from a network of its own, so that no budget of wrong passwords runs out. */
const logIn = async (asker: TestClient, { config, url }: TestServer, who = { isAdmin: false }): Promise<string> => {
  people += 1
  const browser = createBrowser(asker, url, `203.0.${people >> 8}.${people & 255}`)
  await browser.logIn(await makePerson(config.DATA_DIR, { ...who, plan: 'Business' }))
  const cookie = browser.cookie()
  if (cookie === null) throw new Error('nobody could log in')
  return cookie
}

const makeRevokedKey = async ({ server }: TestServer): Promise<string> => {
  const account = await server.operator.createAccount('Gone', 'Business')
  const { key, record } = await server.operator.createKey(account.id, null)
  await server.operator.revokeKey(record.id)
  return key
}

export type Expected = {
  readonly status: number
  readonly code?: ErrorCode
  readonly param?: string
  readonly clamped?: string
  /** Accepts 503 as well, because the filters may leave no ad. */
  readonly mayLackData?: boolean
  /** Additional check of the answer; returns the complaint, or null. */
  readonly also?: (answer: TestResponse) => string | null
}

export type Case = {
  readonly endpoint: string
  readonly name: string
  readonly ask: (scene: ConformanceServer) => TestRequest | Promise<TestRequest>
  readonly expected: Expected
  /** The answer changes with the second: the case is tried again if one began between its two requests. */
  readonly mayTurn?: true
}

export const runCase = async (scene: ConformanceServer, one: Case): Promise<readonly string[]> => {
  const found = await runOnce(scene, one)
  return one.mayTurn === true && found.length > 0 ? runOnce(scene, one) : found
}

const runOnce = async (scene: ConformanceServer, { ask, expected }: Case): Promise<readonly string[]> => {
  const asked = await ask(scene)
  const answer = await scene.asker.ask(asked)
  const found = [...scene.checker.complaints(asked, answer), ...expectations(expected, answer)]
  return found.map((complaint) => `${asked.method ?? 'GET'} ${asked.path}: ${complaint}`)
}

const expectations = (expected: Expected, answer: TestResponse): string[] => {
  if (expected.mayLackData === true && answer.status === 503)
    return expectations({ status: 503, code: 'data_unavailable' }, answer)
  const { status, code, param, clamped, also } = expected
  const found: string[] = []
  if (answer.status !== status) found.push(`status ${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`)
  if (code !== undefined && answer.text !== '') {
    const detail = (JSON.parse(answer.text) as { detail?: { code?: string; param?: string } }).detail
    if (detail?.code !== code) found.push(`code ${detail?.code} instead of ${code}`)
    if (param !== undefined && detail?.param !== param) found.push(`param ${detail?.param} instead of ${param}`)
  }
  const mark = answer.headers.get('x-clamped')
  if (answer.status === status && mark !== clamped) found.push(`X-Clamped is ${mark} instead of ${clamped}`)
  const other = answer.status === status ? (also?.(answer) ?? null) : null
  return other === null ? found : [...found, other]
}
