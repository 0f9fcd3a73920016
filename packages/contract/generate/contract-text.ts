import { apiPrefix, webPrefix } from '../src/endpoint/define-endpoint.js'
import type { EndpointFile } from './endpoint-files.js'
import type { TypedEndpoint } from './endpoint-types.js'
import type { SchemaTypes } from './schema-types.js'

export const heading = '// Written by `pnpm generate`.\n'

/** A type that says more about an input than its schema can. */
const refinedInputs = new Map([['NewWebhookFields', 'NewWebhook']])

export const inputOf = ({ input }: TypedEndpoint): string | null =>
  input === null ? null : (refinedInputs.get(input) ?? input)

export function typesText({ declarations }: SchemaTypes): string {
  const text = [...declarations.values()].join('\n')
  const names = identifiersIn(text).filter((name) => !declarations.has(name) && !builtIn.has(name))
  const core = names.filter((name) => !ownNames.has(name))
  return `${heading}
import type { ${core.join(', ')} } from '@p2p-rates/core'
${names.flatMap((name) => ownNames.get(name)?.replace('*', name) ?? []).join('')}
${text}`
}

const builtIn = new Set(['Date', 'Readonly', 'Record'])

/** Homes of hand-written names; others are in core's door. */
const ownNames = new Map([
  ...['ExchangeName', 'LooseEnum', 'SeriesName'].map(
    (name) => [name, "import type { * } from '../endpoint/wire-types.js'\n"] as const,
  ),
  ['ErrorCode', "import type { * } from '../errors/error-codes.js'\n"],
  ...['asset', 'BarInterval'].map((name) => [name, "import type { * } from '@p2p-rates/core/internal'\n"] as const),
])

const identifiersIn = (text: string): readonly string[] => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '')
  return [...new Set(code.match(/\basset\b(?!\??:)|\b[A-Z]\w+\b/g))].sort()
}

export function registryText(files: readonly EndpointFile[], endpoints: readonly TypedEndpoint[], types: SchemaTypes) {
  const defining = files.filter((file) => file.endpoints.length > 0)
  const below = (root: string) => endpoints.filter(({ endpoint }) => endpoint.root === root)
  const shapes = `/** The interface by name, as types alone: clients that check nothing carry no schema. */
export type EndpointShapes = {\n${below(apiPrefix).map(shapeOf).join('')}}

/** Calls of the server's own pages only. */
export type WebEndpointShapes = {\n${below(webPrefix).map(shapeOf).join('')}}
`
  return `${heading}
import type { EndpointType, NoInput } from '../endpoint/endpoint-type.js'
${[...refinedInputs.values()].map((name) => `import type { ${name} } from '../endpoint/derived-types.js'\n`).join('')}${defining.map(importOf).join('')}
import type { ${declaredNamesIn(shapes, types).join(', ')} } from './types.js'

${defining.map(({ path }) => `export * from '../${path}.js'\n`).join('')}
${shapes}
export const keyEndpoints = {\n${below(apiPrefix).map(entryOf).join('')}} as const

export const webEndpoints = {\n${below(webPrefix).map(entryOf).join('')}} as const

/** Endpoints outside the interface. */
export const rootEndpoints = [${below('')
    .map(({ constant }) => constant)
    .join(', ')}] as const

/** Answers computed from one currency's current market, with or without a server. */
export const marketEndpoints = {\n${files.flatMap(({ marketEndpoints }) => marketEndpoints.map((name) => `${name.replace(/OfMarket$/, '')}: ${name},\n`)).join('')}} as const
`
}

const importOf = ({ path, endpoints, marketEndpoints }: EndpointFile): string =>
  `import { ${[...endpoints.map(({ constant }) => constant), ...marketEndpoints].join(', ')} } from '../${path}.js'\n`

const shapeOf = (typed: TypedEndpoint): string => {
  const { name, method, path } = typed.endpoint
  return `readonly '${name}': EndpointType<'${method} ${path}', ${inputOf(typed) ?? 'NoInput'}, ${typed.answer}>\n`
}

const entryOf = ({ constant, endpoint }: TypedEndpoint): string => `'${endpoint.name}': ${constant},\n`

export const declaredNamesIn = (text: string, { declarations }: SchemaTypes): readonly string[] =>
  identifiersIn(text).filter((name) => declarations.has(name))
