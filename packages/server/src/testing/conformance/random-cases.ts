import type { Endpoint, ErrorCode } from '@p2p-rates/contract'
import type { Random } from '@p2p-rates/core/internal'
import type { Case, Expected } from './conformance-server.js'
import { isRepeatable, queryText, readable, required, valuesOf } from './values.js'

type Given = readonly [name: string, value: string]
type Refusal = { readonly param: string; readonly code: ErrorCode }

/** Any mixture of right, wrong, repeated and missing parameters; refused when, and only when, one of them is wrong. */
export const randomCase = (random: Random): Case => {
  const endpoint = random.pick(readable)
  const given: Given[] = []
  const refusals: Refusal[] = []
  for (const parameter of Object.keys(endpoint.query)) {
    const { values, refusal } = choose(random, endpoint, parameter)
    given.push(...values.map((value): Given => [parameter, value]))
    if (refusal !== null) refusals.push({ param: parameter, code: refusal })
  }
  if (endpoint.name === 'quote' && given.filter(([name]) => isAmount(name)).length !== 1)
    refusals.push({ param: 'amount_usdt', code: 'invalid_parameter' })
  if (random.next() < 0.05) {
    given.push(['invented', 'x'])
    refusals.push({ param: 'invented', code: invalid })
  }

  return {
    endpoint: endpoint.name,
    name: queryText(given),
    ask: ({ keys }) => ({
      path: `/api/v1${endpoint.path}${queryText(given)}`,
      headers: [['X-API-Key', keys.Business]],
    }),
    expected:
      refusals.length === 0
        ? { status: 200, mayLackData: endpoint.name === 'rates' && given.some(([name]) => narrowing.has(name)) }
        : refusedFor(refusals),
  }
}

const narrowing: ReadonlySet<string> = new Set(['payment_method', 'exchange', 'my_methods', 'my_exchanges'])

const isAmount = (name: string): boolean => name === 'amount' || name === 'amount_usdt'

const choose = (
  random: Random,
  endpoint: Endpoint,
  parameter: string,
): { readonly values: readonly string[]; readonly refusal: ErrorCode | null } => {
  const { good, malformed, unknown } = valuesOf(endpoint.name, parameter)
  const isRequired = endpoint.name !== 'quote' && required.get(endpoint.name)?.[parameter] !== undefined
  const dice = random.next()
  if (dice < (isRequired ? 0.02 : 0.4)) return { values: [], refusal: isRequired ? invalid : null }
  if (dice < 0.94) return { values: [random.pick(good)], refusal: null }
  if (dice < 0.96 && !isRepeatable(endpoint.name, parameter))
    return { values: [random.pick(good), random.pick(good)], refusal: invalid }
  if (dice < 0.98 && unknown !== undefined) return { values: [random.pick(unknown.values)], refusal: unknown.code }
  return { values: [random.pick(malformed)], refusal: invalid }
}

const invalid = 'invalid_parameter' satisfies ErrorCode

const refusedFor = (refusals: readonly Refusal[]): Expected => ({
  status: 400,
  also: ({ text }) => {
    const { code, param } = (JSON.parse(text) as { detail: { code: string; param?: string } }).detail
    const isOne = refusals.some((refusal) => refusal.code === code && (code !== invalid || refusal.param === param))
    return isOne ? null : `refused as ${code} ${param}, not for ${JSON.stringify(refusals)}`
  },
})
