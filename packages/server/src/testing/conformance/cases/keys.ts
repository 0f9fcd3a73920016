import { type Endpoint, endpoints, featureOf, fullPath, includesPlan, planNames } from '@p2p-rates/contract'
import { makeKey } from '../../../accounts/tokens.js'
import type { TestRequest } from '../../test-client.js'
import type { Case, ConformanceServer, Expected } from '../conformance-server.js'
import { queryText } from '../values.js'
import { given } from './parameters.js'

export const keyCases = (): Case[] =>
  endpoints
    .filter(({ access }) => access.kind === 'key')
    .flatMap((endpoint) => [...credentialCases(endpoint), ...planCases(endpoint)])

type Header = readonly [name: string, value: string]

const credentialCases = (endpoint: Endpoint): Case[] => {
  const refused = (code: 'missing_key' | 'invalid_key'): Expected => ({ status: 401, code })
  const sending = (
    name: string,
    headers: (scene: ConformanceServer) => readonly Header[],
    expected: Expected,
  ): Case => ({
    endpoint: endpoint.name,
    name,
    ask: (scene) => ({ ...plainAsk(endpoint), headers: [...headers(scene), fromSomewhere()] }),
    expected,
  })
  const noKey: readonly (readonly [string, readonly Header[]])[] = [
    ['no key', []],
    ['an empty header', [['X-API-Key', '']]],
    ['another scheme', [['Authorization', 'Basic dXNlcjpwYXNz']]],
    ['a scheme without a key', [['Authorization', 'Bearer']]],
    ['a scheme and blanks', [['Authorization', 'Bearer   ']]],
  ]
  const mistyped = `${makeKey().slice(0, -1)}_`
  const badKeys: readonly (readonly [string, (scene: ConformanceServer) => string])[] = [
    ['a malformed key', () => 'not-a-key'],
    ['a mistyped key', () => mistyped],
    ['an unknown key', () => makeKey()],
    ['a revoked key', ({ revokedKey }) => revokedKey],
    ['a key with a blank inside', ({ keys }) => keys.Business.replace('_', ' ')],
    ['a huge key', () => 'p2p_'.padEnd(3_000, 'x')],
    ['__proto__ as a key', () => '__proto__'],
  ]
  return [
    ...noKey.map(([name, headers]) => sending(name, () => headers, refused('missing_key'))),
    ...badKeys.map(([name, key]) => sending(name, (scene) => [['X-API-Key', key(scene)]], refused('invalid_key'))),
    ...badKeys
      .slice(0, 1)
      .map(([name, key]) =>
        sending(
          `${name} as a bearer token`,
          (scene) => [['Authorization', `Bearer ${key(scene)}`]],
          refused('invalid_key'),
        ),
      ),
    sending(
      'a wrong X-API-Key beside a good bearer token',
      ({ keys }) => [
        ['X-API-Key', 'wrong'],
        ['Authorization', `Bearer ${keys.Business}`],
      ],
      refused('invalid_key'),
    ),
    sending(
      'the key twice',
      ({ keys }) => [
        ['X-API-Key', keys.Business],
        ['X-API-Key', keys.Business],
      ],
      refused('invalid_key'),
    ),
    {
      endpoint: endpoint.name,
      name: 'a key in the query string',
      ask: ({ keys }) => ({
        ...plainAsk(endpoint),
        path: `${fullPath(endpoint)}?api_key=${keys.Business}&X-API-Key=${keys.Business}&access_token=${keys.Business}`,
        headers: [fromSomewhere()],
      }),
      expected: refused('missing_key'),
    },
  ]
}

const planCases = (endpoint: Endpoint): Case[] => {
  const { access } = endpoint
  if (access.kind !== 'key') return []
  return planNames
    .filter((plan) => !includesPlan(plan, access.plan))
    .map((plan) => ({
      endpoint: endpoint.name,
      name: `a ${plan} key`,
      // Add a wrong parameter, because the server must check the plan first.
      ask: async ({ freshKey }) => ({
        ...plainAsk(endpoint),
        path: `${fullPath(endpoint)}?fiat=XXX`,
        headers: [['X-API-Key', await freshKey(plan)]],
      }),
      expected: {
        status: 403,
        code: 'plan_required',
        also: ({ text }) =>
          text.includes(featureOf(endpoint)) && text.includes(`${access.plan} plan`)
            ? null
            : `does not say what: ${text}`,
      },
    }))
}

/** A request that lacks nothing but a key. */
export const plainAsk = (endpoint: Endpoint): TestRequest => ({
  method: endpoint.method,
  path: fullPath(endpoint).replace('{id}', 'wh_none').replace('{delivery_id}', 'dl_none') + queryText(given(endpoint)),
})

let sender = 0
/** Returns a new address for each request, so that no limit of wrong keys is reached. */
export const fromSomewhere = (): Header => {
  sender += 1
  return ['X-Forwarded-For', `198.51.${Math.floor(sender / 250) % 250}.${sender % 250}`]
}
