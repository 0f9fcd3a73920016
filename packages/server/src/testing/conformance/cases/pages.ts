import { type Endpoint, endpoints, isForAdmins, isForPages } from '@p2p-rates/contract'
import type { TestRequest } from '../../test-client.js'
import type { Case, ConformanceServer, Expected } from '../conformance-server.js'
import { fromSomewhere, plainAsk } from './keys.js'

export const pageCases = (): Case[] =>
  endpoints
    .filter(({ access }) => isForPages(access.kind))
    .flatMap((endpoint) => [
      ...(endpoint.access.kind === 'session' ? strangerCases(endpoint) : []),
      ...(isForAdmins(endpoint.access)
        ? [
            caseOf(endpoint, 'a session of somebody else', async (scene) => {
              const asked = await wellAsked(endpoint, scene)
              const cookie = ['Cookie', await scene.freshSession()] as const
              // Add a wrong parameter, because the server must check the caller first.
              return {
                ...asked,
                path: `${asked.path}?invented=x`,
                headers: [...without(asked.headers, 'Cookie'), cookie],
              }
            })({ status: 403, code: 'admin_required' }),
          ]
        : []),
      ...(endpoint.access.kind === 'reader' ? readerCases(endpoint) : []),
      ...(endpoint.method === 'GET' ? [] : originCases(endpoint)),
      // Bodies of what programs may ask, too, are those of the same endpoint there.
      ...(endpoint.mirrorOf === undefined ? bodyCases(endpoint) : []),
      ...(endpoint.mirrorOf !== undefined || Object.keys(endpoint.params).length === 0
        ? []
        : [
            caseOf(endpoint, 'an id that is none', (scene) => wellAsked(endpoint, scene))({
              status: 404,
              code: 'not_found',
            }),
          ]),
      caseOf(endpoint, 'an unknown parameter', async (scene) => {
        const asked = await wellAsked(endpoint, scene)
        return { ...asked, path: `${asked.path}${asked.path.includes('?') ? '&' : '?'}invented=x` }
      })({ status: 400, code: 'invalid_parameter', param: 'invented' }),
    ])

type Header = readonly [name: string, value: string]

/** Valid bodies. The ids in them needn't exist. */
const goodBodies: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.entries({
    'sessions.create': { email: 'nobody@example.com', password: 'a long password' },
    'setup.create': { token: 'a link', email: 'nobody@example.com', password: 'a long password' },
    'sessions.create-by-link': { token: 'a link' },
    'password-resets.create': { token: 'a link', new_password: 'another password' },
    'password-resets.preview': { token: 'a link' },
    'accounts.create-by-link': { token: 'a link', password: 'a long password' },
    'registration-mails.create': { email: 'ann@example.com' },
    'second-factor.turn-on': {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      code: '123456',
      current_password: 'a long password',
    },
    'second-factor.turn-off': { code: '123456', current_password: 'a long password' },
    'account.delete': { current_password: 'a long password' },
    'plan-requests.create': { plan: 'Pro', note: 'We need the history.' },
    'admin.update-account': { plan: 'Pro' },
    'admin.create-invite': { plan: 'Pro', note: 'Ann', valid_days: 3 },
    'accounts.create': { email: 'nobody@example.com', password: 'a long password', invite: 'an invite' },
    'keys.create': { name: 'desk' },
    'keys.update': { name: 'desk' },
    'reset-mails.create': { email: 'ann@example.com' },
    'inbox-confirmations.create': { token: 'none' },
    'inbox-stops.create': { id: 'in_nobody' },
    'account.update': { current_password: 'a long password', new_password: 'another password' },
  }),
)

const caseOf =
  ({ name: endpoint }: Endpoint, name: string, ask: Case['ask']) =>
  (expected: Expected): Case => ({ endpoint, name, ask, expected })

const json: Header = ['Content-Type', 'application/json']

const wellAsked = async (
  endpoint: Endpoint,
  scene: ConformanceServer,
): Promise<TestRequest & { readonly headers: readonly Header[] }> => {
  const { method, body } = endpoint
  const session =
    endpoint.access.kind === 'session'
      ? [['Cookie', await scene.freshSession({ isAdmin: isForAdmins(endpoint.access) })] as const]
      : []
  return {
    method,
    path: plainAsk(endpoint).path,
    headers: [...session, ...(method === 'GET' ? [] : [['Origin', scene.url] as const, json]), fromSomewhere()],
    ...(body === null ? {} : { body: JSON.stringify(goodBodies.get(endpoint.name)) }),
  }
}

/** With a session or without one: the operator of the scene has opened the pages. */
const readerCases = (endpoint: Endpoint): Case[] =>
  (
    [
      ['a visitor', async () => []],
      ['who is logged in', async (scene) => [['Cookie', await scene.freshSession()]]],
      ['who was logged in', async () => [['Cookie', `p2p_session=${'x'.repeat(43)}`]]],
    ] satisfies readonly (readonly [string, (scene: ConformanceServer) => Promise<readonly Header[]>])[]
  ).flatMap(([name, headers]) =>
    (['GET', 'HEAD'] as const).map((method) =>
      caseOf(endpoint, `${method} as ${name}`, async (scene) => {
        const asked = await wellAsked(endpoint, scene)
        return { ...asked, method, headers: [...asked.headers, ...(await headers(scene))] }
      })({ status: 200 }),
    ),
  )

const without = (headers: readonly Header[], name: string) => headers.filter(([known]) => known !== name)

const strangerCases = (endpoint: Endpoint): Case[] =>
  (
    [
      ['no cookie', () => []],
      ['a wrong cookie', () => [['Cookie', `p2p_session=${'x'.repeat(43)}`]]],
      ['an empty cookie', () => [['Cookie', 'p2p_session=']]],
      ['a cookie that is none', () => [['Cookie', ';;==; p2p_session']]],
      ['a key', ({ keys }) => [['X-API-Key', keys.Business]]],
      ['a key as a cookie', ({ keys }) => [['Cookie', `p2p_session=${keys.Business}`]]],
    ] satisfies readonly (readonly [string, (scene: ConformanceServer) => readonly Header[]])[]
  ).map(([name, headers]) =>
    caseOf(endpoint, name, async (scene) => {
      const asked = await wellAsked(endpoint, scene)
      return { ...asked, headers: [...without(asked.headers, 'Cookie'), ...headers(scene)] }
    })({ status: 401, code: 'invalid_key' }),
  )

const originCases = (endpoint: Endpoint): Case[] => {
  const sending = (name: string, changed: Header | null, expected: Expected, header = 'Origin') =>
    caseOf(endpoint, name, async (scene) => {
      const asked = await wellAsked(endpoint, scene)
      return { ...asked, headers: [...without(asked.headers, header), ...(changed === null ? [] : [changed])] }
    })(expected)
  const foreign: Expected = { status: 400, code: 'invalid_parameter', param: 'Origin' }
  const form: Expected = { status: 415, code: 'unsupported_media_type' }
  return [
    sending('no origin', null, foreign),
    sending('another origin', ['Origin', 'https://elsewhere.example'], foreign),
    sending('no origin at all', ['Origin', 'null'], foreign),
    sending('the body of a form', ['Content-Type', 'application/x-www-form-urlencoded'], form, 'Content-Type'),
    sending('a plain text', ['Content-Type', 'text/plain'], form, 'Content-Type'),
  ]
}

const bodyCases = (endpoint: Endpoint): Case[] => {
  if (endpoint.body === null) return []
  const good = goodBodies.get(endpoint.name)
  if (good === undefined) throw new Error(`Nobody wrote down a good body of ${endpoint.name}.`)
  const sending = (name: string, body: unknown, expected: Expected) =>
    caseOf(endpoint, name, async (scene) => ({ ...(await wellAsked(endpoint, scene)), body: JSON.stringify(body) }))(
      expected,
    )
  const refused = (param: string): Expected => ({ status: 400, code: 'invalid_parameter', param })
  return [
    ...Object.keys(good).flatMap((field) => [
      ...[null, typeof good[field] === 'number' ? 0.5 : 17, [], {}, 'x'.repeat(5_000)].map((value) =>
        sending(`${field} as ${JSON.stringify(value).slice(0, 20)}`, { ...good, [field]: value }, refused(field)),
      ),
    ]),
    sending('an unknown field', { ...good, invented: 1 }, refused('invented')),
    sending('no object', [good], { status: 400, code: 'invalid_json' }),
  ]
}
