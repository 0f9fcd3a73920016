import { buildOpenApi, defaultPlans } from '@p2p-rates/contract'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import type { TestResponse } from '../test-client.js'
import { createResponseChecker } from './response-checker.js'

const judge = createResponseChecker(JSON.parse(JSON.stringify(buildOpenApi({ plans: defaultPlans }))), defaultPlans)

const common = {
  vary: 'X-API-Key, Authorization, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-allow-origin': '*',
  'x-request-id': 'id-1',
}
const limits = {
  'x-plan': 'Free',
  'x-ratelimit-limit-minute': '10',
  'x-ratelimit-remaining-minute': '9',
  'x-quota-limit': '5000',
  'x-quota-remaining': '4999',
  'ratelimit-limit': '10',
  'ratelimit-remaining': '9',
  'ratelimit-reset': '60',
  'ratelimit-policy': '"minute";q=10;w=60, "month";q=5000',
  ratelimit: '"minute";r=9;t=60, "month";r=4999;t=1000',
}
const json = { 'content-type': 'application/json; charset=utf-8' }
const usage = {
  key_prefix: 'p2p_7Hk2QzX9',
  plan: 'Free',
  monthly_quota: 5000,
  used_this_month: 1,
  requests_per_minute: 10,
}

const answer = (status: number, headers: Record<string, string>, body: unknown): TestResponse => ({
  status,
  headers: new Map(Object.entries(headers)),
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const good = { ...common, ...limits, ...json, 'cache-control': 'no-store' }
const refusal = (code: string, extra: object = {}) => ({ detail: { code, message: 'No.', ...extra } })
const complaints = (given: TestResponse) => judge.complaints({ path: '/api/v1/me' }, given)

test('the judge is content with an answer as promised', () => {
  expect(complaints(answer(200, good, usage))).toEqual([])
  const missing = { ...common, ...json, 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }
  expect(complaints(answer(401, missing, refusal('missing_key')))).toEqual([])
})

describe('the judge notices', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([header]) => header !== name))
  test('a missing header', () =>
    checkEach(Object.keys({ ...common, ...limits }), (name) => {
      expect(complaints(answer(200, without(name), usage))).not.toEqual([])
    }))
  test('each of these faults', () =>
    checkEach<[string, TestResponse]>(
      [
        ['a field of another type', answer(200, good, { ...usage, used_this_month: '1' })],
        ['a missing field', answer(200, good, { ...usage, plan: undefined })],
        ['a status nobody described', answer(418, good, usage)],
        [
          'an answer of one account that caches may keep',
          answer(200, { ...good, 'cache-control': 'max-age=60' }, usage),
        ],
        ['a mark of simulation where there are no prices', answer(200, { ...good, 'x-simulated': 'true' }, usage)],
        ['a body that is no JSON', answer(200, good, '<html>')],
        ['another content type', answer(200, { ...good, 'content-type': 'text/html' }, usage)],
        ['limits that contradict each other', answer(200, { ...good, 'ratelimit-remaining': '8' }, usage)],
        ['limits of another plan', answer(200, { ...good, 'x-plan': 'Pro' }, usage)],
        ['limits told to a stranger', answer(401, { ...good, 'www-authenticate': 'Bearer' }, refusal('missing_key'))],
        [
          'a 401 without a challenge',
          answer(401, { ...common, ...json, 'cache-control': 'no-store' }, refusal('missing_key')),
        ],
        ['a 429 without a wait', answer(429, { ...good, 'cache-control': 'no-store' }, refusal('rate_limited'))],
        [
          'a wait of nothing',
          answer(429, { ...good, 'cache-control': 'no-store', 'retry-after': '0' }, refusal('rate_limited')),
        ],
        ['a code of another status', answer(403, { ...good, 'cache-control': 'no-store' }, refusal('not_found'))],
        [
          'an invented field of an error',
          answer(403, { ...good, 'cache-control': 'no-store' }, refusal('plan_required', { hint: 1 })),
        ],
        [
          'a parameter named by another code',
          answer(403, { ...good, 'cache-control': 'no-store' }, refusal('plan_required', { param: 'x' })),
        ],
      ],
      ([_, given]) => {
        expect(complaints(given)).not.toEqual([])
      },
    ))
})
