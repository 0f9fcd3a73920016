import { type Endpoint, endpoints, fullPath, isForPages } from '@p2p-rates/contract'
import type { Ask } from '../../ask.js'
import type { Case, Expected, Scene } from '../scene.js'
import { fromSomewhere } from './keys.js'

/** What only pages of the server itself may ask: who they ask for, where they come from, what they send. */
export const pageCases = (): Case[] =>
  endpoints
    .filter(({ access }) => isForPages(access.kind))
    .flatMap((endpoint) => [
      ...(endpoint.access.kind === 'session' ? strangerCases(endpoint) : []),
      ...(endpoint.method === 'GET' ? [] : originCases(endpoint)),
      ...bodyCases(endpoint),
      caseOf(endpoint, 'an unknown parameter', async (scene) => {
        const asked = await wellAsked(endpoint, scene)
        return { ...asked, path: `${asked.path}?invented=x` }
      })({ status: 400, code: 'invalid_parameter', param: 'invented' }),
    ])

type Header = readonly [name: string, value: string]

/** Bodies that fit. What they name need not exist. */
const goodBodies: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.entries({
    'sessions.create': { email: 'nobody@example.com', password: 'a long password' },
    'setup.create': { token: 'a link', email: 'nobody@example.com', password: 'a long password' },
    'account.update': { current_password: 'a long password', new_password: 'another password' },
  }),
)

const caseOf =
  ({ name: endpoint }: Endpoint, name: string, ask: Case['ask']) =>
  (expected: Expected): Case => ({ endpoint, name, ask, expected })

const json: Header = ['Content-Type', 'application/json']

/** As one of our own pages asks, for somebody who is logged in. */
const wellAsked = async (endpoint: Endpoint, scene: Scene): Promise<Ask & { readonly headers: readonly Header[] }> => {
  const { method, body } = endpoint
  const session = endpoint.access.kind === 'session' ? [['Cookie', await scene.freshSession()] as const] : []
  return {
    method,
    path: fullPath(endpoint).replace('{id}', 'none'),
    headers: [...session, ...(method === 'GET' ? [] : [['Origin', scene.url] as const, json]), fromSomewhere()],
    ...(body === null ? {} : { body: JSON.stringify(goodBodies.get(endpoint.name)) }),
  }
}

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
    ] satisfies readonly (readonly [string, (scene: Scene) => readonly Header[]])[]
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
      ...[null, 17, [], {}, 'x'.repeat(5_000)].map((value) =>
        sending(`${field} as ${JSON.stringify(value).slice(0, 20)}`, { ...good, [field]: value }, refused(field)),
      ),
    ]),
    sending('an unknown field', { ...good, invented: 1 }, refused('invented')),
    sending('no object', [good], { status: 400, code: 'invalid_json' }),
  ]
}
