import { checkEach } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { markets } from '../endpoints/service/markets.js'
import { type ErrorCode, errorCodes, toProblemResponse } from '../errors/error-codes.js'
import { mcp } from '../mcp/mcp.js'
import { endpoints, errorsOf, featuresOf, pageEndpoints } from './all-endpoints.js'
import { fullPath, isForAdmins, planNeeded, webPrefix } from './define-endpoint.js'
import { defaultPlans, includesPlan, planNames } from './plans.js'

test('every endpoint of the specification stands at its path, with its plan', () => {
  const table = endpoints.map((endpoint) => {
    const { method, access } = endpoint
    const plan = planNeeded(access)
    const who = access.kind === 'key' ? [] : [isForAdmins(access) ? 'admin' : access.kind]
    return [method, fullPath(endpoint), ...who, ...(plan === null ? [] : [plan])].join(' ')
  })
  expect(table).toEqual([
    'GET /api/v1/markets Free',
    'GET /api/v1/rates Free',
    'GET /api/v1/orderbook Free',
    'GET /api/v1/stats Starter',
    'GET /api/v1/history Pro',
    'GET /api/v1/arbitrage Pro',
    'GET /api/v1/me Free',
    'GET /api/v1/stream Pro',
    'GET /api/v1/openapi.json Free',
    'POST /api/v1/webhooks Pro',
    'GET /api/v1/webhooks Pro',
    'GET /api/v1/webhooks/{id} Pro',
    'PATCH /api/v1/webhooks/{id} Pro',
    'DELETE /api/v1/webhooks/{id} Pro',
    'POST /api/v1/webhooks/{id}/test Pro',
    'POST /api/v1/webhooks/{id}/rotate-secret Pro',
    'POST /api/v1/webhooks/{id}/activate-secret Pro',
    'GET /api/v1/webhooks/{id}/deliveries Pro',
    'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/resend Pro',
    'GET /api/v1/inboxes Pro',
    'POST /api/v1/inboxes Pro',
    'DELETE /api/v1/inboxes/{id} Pro',
    'GET /api/v1/quote Starter',
    'GET /api/v1/sources Free',
    'GET /api/v1/payment-methods Free',
    'GET /api/v1/candles Pro',
    'GET /api/v1/usage Free',
    'GET /api/v1/depth Starter',
    'GET /api/v1/methods Starter',
    'GET /api/v1/index Free',
    'GET /api/v1/index/fixings Free',
    'GET /api/v1/index/premium Free',
    'GET /api/v1/convert Starter',
    'GET /api/v1/overview Free',
    'GET /api/v1/price Starter',
    'GET /api/v1/quality Free',
    'GET /api/v1/seasonality Starter',
    'GET /api/v1/formula Pro',
    'GET /api/v1/formula/preview Pro',
    'GET /api/v1/rules Pro',
    'POST /api/v1/rules Pro',
    'GET /api/v1/rules/{id} Pro',
    'PATCH /api/v1/rules/{id} Pro',
    'DELETE /api/v1/rules/{id} Pro',
    'GET /api/v1/rules/{id}/price Pro',
    'GET /api/v1/boards Pro',
    'POST /api/v1/boards Pro',
    'GET /api/v1/boards/{id} Pro',
    'PATCH /api/v1/boards/{id} Pro',
    'DELETE /api/v1/boards/{id} Pro',
    'GET /api/v1/index/fixings/{fiat}/{day}/inputs Free',
    'GET /api/v1/track-record Free',
    'GET /api/v1/fair Free',
    'GET /api/v1/transfers Free',
    'GET /web/v1/markets reader Free',
    'GET /web/v1/rates reader Free',
    'GET /web/v1/orderbook reader Free',
    'GET /web/v1/stats reader Starter',
    'GET /web/v1/history reader Pro',
    'GET /web/v1/arbitrage reader Pro',
    'GET /web/v1/stream reader Free',
    'POST /web/v1/webhooks session Pro',
    'GET /web/v1/webhooks session Pro',
    'GET /web/v1/webhooks/{id} session Pro',
    'PATCH /web/v1/webhooks/{id} session Pro',
    'DELETE /web/v1/webhooks/{id} session Pro',
    'POST /web/v1/webhooks/{id}/test session Pro',
    'POST /web/v1/webhooks/{id}/rotate-secret session Pro',
    'POST /web/v1/webhooks/{id}/activate-secret session Pro',
    'GET /web/v1/webhooks/{id}/deliveries session Pro',
    'POST /web/v1/webhooks/{id}/deliveries/{delivery_id}/resend session Pro',
    'GET /web/v1/inboxes session Pro',
    'POST /web/v1/inboxes session Pro',
    'DELETE /web/v1/inboxes/{id} session Pro',
    'GET /web/v1/quote reader Starter',
    'GET /web/v1/sources reader Free',
    'GET /web/v1/payment-methods reader Free',
    'GET /web/v1/candles reader Pro',
    'GET /web/v1/usage session Free',
    'GET /web/v1/depth reader Starter',
    'GET /web/v1/methods reader Starter',
    'GET /web/v1/index reader Free',
    'GET /web/v1/index/fixings reader Free',
    'GET /web/v1/index/premium reader Free',
    'GET /web/v1/convert reader Starter',
    'GET /web/v1/overview reader Free',
    'GET /web/v1/price reader Starter',
    'GET /web/v1/quality reader Free',
    'GET /web/v1/seasonality reader Starter',
    'GET /web/v1/formula session Pro',
    'GET /web/v1/formula/preview session Pro',
    'GET /web/v1/rules session Pro',
    'POST /web/v1/rules session Pro',
    'GET /web/v1/rules/{id} session Pro',
    'PATCH /web/v1/rules/{id} session Pro',
    'DELETE /web/v1/rules/{id} session Pro',
    'GET /web/v1/rules/{id}/price session Pro',
    'GET /web/v1/boards session Pro',
    'POST /web/v1/boards session Pro',
    'GET /web/v1/boards/{id} session Pro',
    'PATCH /web/v1/boards/{id} session Pro',
    'DELETE /web/v1/boards/{id} session Pro',
    'GET /web/v1/track-record reader Free',
    'GET /web/v1/fair reader Free',
    'GET /web/v1/transfers reader Free',
    'POST /web/v1/sessions visitor',
    'POST /web/v1/sessions/by-link visitor',
    'DELETE /web/v1/sessions/current session',
    'DELETE /web/v1/sessions session',
    'GET /web/v1/sessions session',
    'DELETE /web/v1/sessions/others session',
    'DELETE /web/v1/sessions/{id} session',
    'GET /web/v1/account session',
    'PATCH /web/v1/account session',
    'DELETE /web/v1/account session',
    'GET /web/v1/access session',
    'DELETE /web/v1/access session',
    'POST /web/v1/second-factor/proposals session',
    'POST /web/v1/second-factor session',
    'DELETE /web/v1/second-factor session',
    'POST /web/v1/setup visitor',
    'GET /web/v1/registration visitor',
    'POST /web/v1/accounts visitor',
    'POST /web/v1/accounts/by-link visitor',
    'POST /web/v1/registration-mails visitor',
    'POST /web/v1/password-resets/preview visitor',
    'POST /web/v1/password-resets visitor',
    'POST /web/v1/reset-mails visitor',
    'POST /web/v1/inbox-confirmations visitor',
    'POST /web/v1/inbox-stops visitor',
    'GET /web/v1/keys session',
    'POST /web/v1/keys session',
    'PATCH /web/v1/keys/{id} session',
    'DELETE /web/v1/keys/{id} session',
    'GET /web/v1/requests session',
    'GET /web/v1/source-history reader Free',
    'GET /web/v1/sparklines reader Pro',
    'POST /web/v1/plan-requests session',
    'GET /web/v1/admin/accounts admin',
    'PATCH /web/v1/admin/accounts/{id} admin',
    'DELETE /web/v1/admin/accounts/{id} admin',
    'DELETE /web/v1/admin/accounts/{id}/sessions admin',
    'POST /web/v1/admin/accounts/{id}/reset-link admin',
    'GET /web/v1/admin/plans admin',
    'GET /web/v1/admin/sources admin',
    'GET /web/v1/admin/invites admin',
    'POST /web/v1/admin/invites admin',
    'DELETE /web/v1/admin/invites/{id} admin',
    'POST /stop/{id} public',
    'GET /livez public',
    'GET /readyz public',
    'GET / public',
    'GET /api/v1 public',
  ])
})

test('each plan may call what the plans below it may call, and more', () => {
  const free = [
    'fair',
    'fixing-inputs',
    'fixings',
    'index',
    'markets',
    'me',
    'openapi',
    'orderbook',
    'overview',
    'payment-methods',
    'premium',
    'quality',
    'rates',
    'sources',
    'track-record',
    'transfers',
    'usage',
  ]
  const starter = [...free, 'convert', 'depth', 'methods', 'price', 'quote', 'seasonality', 'stats'].sort()
  const pro = [
    ...starter,
    'arbitrage',
    'boards',
    'candles',
    'formula',
    'formula-preview',
    'history',
    'inboxes',
    'rules',
    'stream',
    'webhooks',
  ].sort()
  expect(planNames.map(featuresOf)).toEqual([free, starter, pro, pro])
})

test('the example of markets shows nothing but what its plan may really call, sorted', () => {
  const { name, features } = markets.example.plan
  const callable = planNames.filter((plan) => plan === name).flatMap(featuresOf)
  expect(features.length).toBeGreaterThan(5)
  expect(callable.filter((feature) => features.includes(feature))).toEqual(features)
})

test('what pages ask for as programs do is the same endpoint at another place', () => {
  for (const { mirrorOf, name, root, access, description, ...shared } of pageEndpoints) {
    const {
      name: _,
      root: __,
      access: ___,
      description: ____,
      ...own
    } = endpoints.find((one) => one.name === mirrorOf) ?? {}
    expect([name, shared]).toEqual([name, own])
    expect([name, root, ['reader', 'session'].includes(access.kind)]).toEqual([`${mirrorOf}.web`, webPrefix, true])
    expect(description).toContain(`${shared.method} /api/v1${shared.path}`)
  }
})

test('plans are ordered from Free to Business', () => {
  expect(includesPlan('Pro', 'Starter')).toBe(true)
  expect(includesPlan('Pro', 'Pro')).toBe(true)
  expect(includesPlan('Starter', 'Pro')).toBe(false)
})

test('the default limits are those of the published plans', () => {
  expect(defaultPlans.Free).toMatchObject({ monthlyQuota: 5_000, requestsPerMinute: 10 })
  expect(defaultPlans.Pro).toMatchObject({
    monthlyQuota: 2_000_000,
    requestsPerMinute: 300,
    orderbookRows: 20,
    historyHours: 720,
  })
})

test('only endpoints about the account, the markets or the sources ignore an exhausted quota', () => {
  const free = endpoints
    .filter((endpoint) => endpoint.access.kind === 'key' && endpoint.quotaFree)
    .map(({ name }) => name)
  expect(free).toEqual(['markets', 'me', 'sources', 'usage'])
})

test('each endpoint has its own name', () => {
  const names = endpoints.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('each endpoint lists every error that its shape makes possible, once', () =>
  checkEach(endpoints, (endpoint) => {
    const { access, query, body, params } = endpoint
    const errors = errorsOf(endpoint)
    const known = (...codes: ErrorCode[]) => codes.every((code) => errors.includes(code))
    const takesFiat = 'fiat' in { ...params, ...query, ...body } || endpoint.path === '/convert'
    expect(new Set(errors).size).toBe(errors.length)
    expect({
      key: known('missing_key', 'invalid_key', 'rate_limited'),
      admin: known('admin_required'),
      plan: known('plan_required'),
      quota: known('quota_exceeded'),
      id: known('not_found'),
      body: known('invalid_json', 'body_too_large', 'unsupported_media_type'),
      repeats: known('idempotency_conflict', 'idempotency_key_reused'),
      fiat: known('unsupported_fiat'),
      always: known('internal_error', 'overloaded'),
    }).toEqual({
      key: access.kind === 'key',
      admin: isForAdmins(access),
      plan: ![null, 'Free'].includes(planNeeded(access)),
      quota: access.kind === 'key' && !endpoint.quotaFree,
      id: Object.keys(params).length > 0,
      body: body !== null,
      repeats: endpoint.idempotent,
      fiat: takesFiat,
      always: true,
    })
    if (Object.keys(query).length > 0 || body !== null) expect(errors).toContain('invalid_parameter')
  }))

test('each endpoint names a path variable for each of its path parameters', () =>
  checkEach(endpoints, ({ path, params }) => {
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(params))
  }))

test('every code that a request can meet at an address is listed somewhere', () => {
  const listed = new Set([...endpoints, mcp].flatMap(errorsOf))
  expect(Object.keys(errorCodes).filter((code) => !listed.has(code as ErrorCode))).toEqual(['method_not_allowed'])
})

test('an error names the parameter that is wrong, whatever its code', () => {
  for (const code of ['invalid_parameter', 'unsupported_fiat', 'unsupported_exchange'] as const)
    expect(toProblemResponse({ code, message: 'Wrong.', param: 'rows' }).detail).toEqual({
      code,
      message: 'Wrong.',
      param: 'rows',
    })
  expect(toProblemResponse({ code: 'missing_key', message: 'None.' }).detail).toEqual({
    code: 'missing_key',
    message: 'None.',
  })
})
