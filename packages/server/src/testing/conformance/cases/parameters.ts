import type { Endpoint } from '@p2p-rates/contract'
import type { Case, Expected } from '../conformance-server.js'
import { isRepeatable, ofDifferent, queryText, readable, required, valuesOf } from '../values.js'

export const parameterCases = (): Case[] =>
  readable.flatMap((endpoint) => [
    ...Object.keys(endpoint.query).flatMap((parameter) => casesOf(endpoint, parameter)),
    ...['invented', '__proto__', 'constructor', '', 'a'.repeat(32), `${Object.keys(endpoint.query)[0] ?? 'x'}[]`].map(
      (name) =>
        asking(endpoint, [...given(endpoint), [name, 'x']], `an unknown parameter ${shown(name)}`, {
          status: 400,
          code: 'invalid_parameter',
          param: name,
        }),
    ),
    ...Object.keys(endpoint.query).map((name) =>
      asking(endpoint, [...given(endpoint), [`${name}x`, 'x']], `${name} with a slip`, {
        status: 400,
        code: 'invalid_parameter',
        param: `${name}x`,
        also: ({ text }) => (text.includes(`did you mean \`${name}\``) ? null : `does not name ${name}: ${text}`),
      }),
    ),
  ])

const casesOf = (endpoint: Endpoint, parameter: string): Case[] => {
  const { good, malformed, unknown } = valuesOf(endpoint.name, parameter)
  const others = given(endpoint).filter(([name]) => name !== parameter && !excludes(parameter, name))
  const withValue = (value: string, expected: Expected) =>
    asking(endpoint, [...others, [parameter, value]], `${parameter}=${shown(value)}`, expected)
  const refused: Expected = { status: 400, code: 'invalid_parameter', param: parameter }

  const cases = [
    ...good.map((value) => withValue(value, { status: 200 })),
    ...malformed.map((value) => withValue(value, refused)),
    ...(unknown?.values ?? []).map((value) => withValue(value, { status: 400, code: unknown?.code ?? 'not_found' })),
    asking(
      endpoint,
      [...others, ...twice(parameter, good[1] ?? good[0] ?? '')],
      `${parameter} given twice`,
      isRepeatable(endpoint.name, parameter) && !ofDifferent(endpoint.name, parameter) ? { status: 200 } : refused,
    ),
  ]
  const isRequired = required.get(endpoint.name)?.[parameter] !== undefined && endpoint.name !== 'quote'
  if (isRequired) cases.push(asking(endpoint, others, `${parameter} missing`, refused))
  return cases
}

/** A quote is asked for in fiat or in USDT, never in both. */
const excludes = (parameter: string, other: string): boolean => parameter === 'amount_usdt' && other === 'amount'

export const given = ({ name, mirrorOf }: Endpoint): readonly (readonly [string, string])[] =>
  Object.entries(required.get(mirrorOf ?? name) ?? {})

const twice = (name: string, value: string): (readonly [string, string])[] => [
  [name, value],
  [name, value],
]

const shown = (value: string): string =>
  JSON.stringify(value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value)

const asking = (
  { name: endpoint, path }: Endpoint,
  parameters: readonly (readonly [string, string])[],
  name: string,
  expected: Expected,
): Case => ({
  endpoint,
  name,
  ask: ({ keys }) => ({ path: `/api/v1${path}${queryText(parameters)}`, headers: [['X-API-Key', keys.Business]] }),
  expected,
})
