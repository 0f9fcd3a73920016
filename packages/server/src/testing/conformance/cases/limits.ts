import { type Endpoint, endpoints } from '@p2p-rates/contract'
import type { TestResponse } from '../../test-client.js'
import { type Case, type ConformanceServer, tinyFree } from '../conformance-server.js'
import { plainAsk } from './keys.js'

export const limitCases = (): Case[] =>
  endpoints
    .filter(({ access }) => access.kind === 'key')
    .flatMap((endpoint) => [
      {
        endpoint: endpoint.name,
        name: 'over the minute',
        ask: async (scene) => withKey(endpoint, await minuteUsedUp(scene)),
        expected: { status: 429, code: 'rate_limited', also: waits(1, 60) },
      },
      overMonth(endpoint),
      {
        endpoint: endpoint.name,
        name: 'over both',
        ask: async (scene) => withKey(endpoint, await bothUsedUp(scene)),
        expected: endpoint.quotaFree
          ? { status: 429, code: 'rate_limited', also: waits(1, 60) }
          : { status: 429, code: 'quota_exceeded' },
      },
    ])

const overMonth = (endpoint: Endpoint): Case => ({
  endpoint: endpoint.name,
  name: 'over the month',
  ask: async (scene) => withKey(endpoint, await monthUsedUp(scene)),
  expected: endpoint.quotaFree
    ? { status: 200, also: ({ headers }) => (headers.get('x-quota-remaining') === '0' ? null : 'quota came back') }
    : {
        status: 429,
        code: 'quota_exceeded',
        also: ({ headers }) => {
          const wait = Number(headers.get('retry-after'))
          const now = new Date()
          const monthEnds = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
          return Math.abs(wait - (monthEnds - now.getTime()) / 1000) < 5 ? null : `Retry-After is ${wait}`
        },
      },
})

const withKey = (endpoint: Endpoint, key: string) => ({ ...plainAsk(endpoint), headers: [['X-API-Key', key] as const] })

const waits =
  (from: number, to: number) =>
  ({ headers }: TestResponse): string | null => {
    const wait = Number(headers.get('retry-after'))
    return wait >= from && wait <= to ? null : `Retry-After is ${wait}`
  }

/** Refused parameters count for the minute and not for the month. */
const minuteUsedUp = (scene: ConformanceServer) =>
  spend(scene, '/api/v1/rates?fiat=XXX', tinyFree.requestsPerMinute, 400)
const monthUsedUp = (scene: ConformanceServer) => spend(scene, '/api/v1/rates', tinyFree.monthlyQuota, 200)
const bothUsedUp = (scene: ConformanceServer) => spend(scene, '/api/v1/me', tinyFree.requestsPerMinute, 200)

const spend = async (
  { asker, freshKey }: ConformanceServer,
  path: string,
  times: number,
  status: number,
): Promise<string> => {
  const key = await freshKey('Free')
  for (let time = 0; time < times; time++) {
    const answer = await asker.ask({ path, headers: [['X-API-Key', key]] })
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status} while a limit was being used up`)
  }
  return key
}
