import { apiPrefix, planNeeded } from '../src/endpoint/define-endpoint.js'
import { declaredNamesIn, heading, inputOf } from './contract-text.js'
import type { TypedEndpoint } from './endpoint-types.js'
import { commentOf, type SchemaTypes } from './schema-types.js'

/** The SDK gives these types other names. */
const sdkNames: Readonly<Record<string, string>> = {
  WireAd: 'Ad',
  WireOpportunity: 'Opportunity',
  WirePaymentMethod: 'PaymentMethod',
}

/** Types that the first release did not export. */
const unexported = new Set([
  ...['BoardLanguage', 'BoardTheme', 'CheapHour', 'ExchangeAliases', 'FormulaStep', 'GapReason', 'HeadlineConfidence'],
  ...['Incident', 'IncidentKind', 'InboxKind', 'InboxLanguage', 'InboxState', 'NoPriceReason', 'QuoteAlternative'],
  ...['RecordedConfidence', 'SourceCause', 'SourceError'],
])

/** Groups of methods with members that call no endpoint. */
const helpers = new Map([
  ['webhooks', { type: 'WebhookHelpers', value: 'webhookHelpers', from: '../webhook-helpers.js' }],
])

/** Forms of a method whose answer depends on its query. */
const moreForms = new Map([
  [
    'orderbook',
    "(query: OrderbookQuery & { readonly exchange: 'all' }, options?: RequestOptions): APIPromise<OrderbookOfAll>",
  ],
])

export function methodsText(endpoints: readonly TypedEndpoint[], types: SchemaTypes): string {
  const called = calledBySdk(endpoints)
  const groups = groupNames(called)
  const alone = called.filter(({ endpoint }) => !endpoint.name.includes('.'))
  const texts = groups.map((name) =>
    groupText(
      name,
      called.filter(({ endpoint }) => endpoint.name.startsWith(`${name}.`)),
    ),
  )
  const forCaller = called.filter(({ endpoint }) => 'my_orders' in endpoint.query).map(({ endpoint }) => endpoint.path)
  const body = `${texts.join('\n')}
/** Paths whose answers depend on the caller. */
export const callerPaths: ReadonlySet<string> = new Set(${JSON.stringify(forCaller)})

/** The endpoints as methods. */
export type EndpointMethods = {
${groups.map((name) => `readonly ${name}: ${groupType(name)}\n`).join('')}${alone.map(methodText).join('')}}

/** The comments of the methods are in their type, since a bundle carries those of a class. */
export const EndpointMethods: new (ask: Ask) => EndpointMethods = class {
${groups.map((name) => `readonly ${name}: ${groupType(name)}\n`).join('')}readonly #ask: Ask

constructor(ask: Ask) {
this.#ask = ask
${groups.map((name) => `this.${name} = create${groupType(name)}(ask)\n`).join('')}}

${alone.map(methodCode).join('\n')}
#get(path: string, query: object | undefined, options: RequestOptions | undefined): APIPromise<never> {
return this.#ask('GET', path, { query }, options)
}
}
`
  return `${heading}
import type { ${[...declaredNamesIn(body, types), 'NewWebhook', 'OrderbookOfAll'].join(', ')} } from '@p2p-rates/contract'
import type { APIPromise } from '../api-promise.js'
import type { RequestOptions } from '../options.js'
import type { Ask } from '../send.js'
${[...helpers.values()].map(({ type, value, from }) => `import { type ${type}, ${value} } from '${from}'\n`).join('')}
${body}`
}

export function sdkTypesText(endpoints: readonly TypedEndpoint[], types: SchemaTypes): string {
  const called = calledBySdk(endpoints)
  const names = reachableNames(called.map((one) => `${inputOf(one)} ${one.answer}`).join(' '), types)
  const exported = names
    .filter((name) => !unexported.has(name))
    .map((name) => (sdkNames[name] === undefined ? name : `${name} as ${sdkNames[name]}`))
  return `${heading}
export type { ${exported.join(', ')} } from '@p2p-rates/contract'
export type { ${groupNames(called).map(groupType).join(', ')} } from './methods.js'
`
}

const calledBySdk = (endpoints: readonly TypedEndpoint[]): readonly TypedEndpoint[] =>
  endpoints.filter(({ endpoint }) => endpoint.root === apiPrefix && endpoint.mediaType === 'application/json')

const groupNames = (endpoints: readonly TypedEndpoint[]): readonly string[] => [
  ...new Set(endpoints.flatMap(({ endpoint: { name } }) => (name.includes('.') ? name.split('.', 1) : []))),
]

/** Names in a text, and in the types that it names. */
function reachableNames(text: string, types: SchemaTypes): readonly string[] {
  const found = new Set<string>()
  const visit = (part: string): void => {
    for (const name of declaredNamesIn(part, types)) {
      if (found.has(name)) continue
      found.add(name)
      visit(types.declarations.get(name)?.replace(/^.*? = /s, '') ?? '')
    }
  }
  visit(`${text} StreamQuery WebhookEvent`)
  return [...found].sort()
}

const groupType = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`

function groupText(name: string, of: readonly TypedEndpoint[]): string {
  const type = groupType(name)
  const helper = helpers.get(name)
  const about = of.map(({ comment }) => /@group (.*)/.exec(comment)?.[1]).find((text) => text !== undefined)
  const members = of.map((one) => `${methodComment(one)}${methodName(one)}(${signatureOf(one)})${resultOf(one)}\n`)
  const values = of.map((one) => `${methodName(one)}: (${argumentsOf(one)}) => ask(${callOf(one)}, options),\n`)
  return `${commentOf(about)}export type ${type} = ${helper === undefined ? '' : `${helper.type} & `}{
${members.join('')}}

const create${type} = (ask: Ask): ${type} => ({
${helper === undefined ? '' : `...${helper.value},\n`}${values.join('')}})
`
}

function methodText(one: TypedEndpoint): string {
  const { endpoint, input, answer } = one
  const name = methodName(one)
  const more = moreForms.get(endpoint.name)
  const [first, ...others] =
    endpoint.hasCsvMethod === true
      ? [
          `(query?: ${input} & { readonly format?: 'json' | undefined }, options?: RequestOptions): APIPromise<${answer}>\n`,
          `(query: ${input} & { readonly format: 'csv' }, options?: RequestOptions): APIPromise<string>\n`,
          `(query?: ${input}, options?: RequestOptions): APIPromise<${answer} | string>\n`,
        ]
      : [...(more === undefined ? [] : [`${more}\n`]), `(${signatureOf(one)})${resultOf(one)}\n`]
  return methodComment(one) + [first, ...others].map((form) => name + form).join('')
}

const methodCode = (one: TypedEndpoint): string => {
  const { path } = one.endpoint
  if (paramsOf(one).length > 0)
    return `${methodName(one)}(${signatureOf(one)})${resultOf(one)} {\nreturn this.#ask(${callOf(one)}, options)\n}\n`
  return one.input === null
    ? `${methodName(one)}(options?: RequestOptions) {\nreturn this.#get('${path}', undefined, options)\n}\n`
    : `${methodName(one)}(query?: object, options?: RequestOptions) {\nreturn this.#get('${path}', query, options)\n}\n`
}

const methodComment = ({ endpoint, comment }: TypedEndpoint): string => {
  const plan = planNeeded(endpoint.access)
  const [prose = '', example] = comment.replace(/^@group .*$/m, '').split(/^@example$/m)
  const sentences = [`${endpoint.summary}.`, endpoint.description, prose.trim(), plan === 'Free' ? '' : `${plan} plan.`]
  const text = sentences.filter((sentence) => sentence !== '').join(' ')
  return commentOf(example === undefined ? text : `${text}\n@example${example}`)
}

const methodName = ({ endpoint }: TypedEndpoint): string => camelCase(endpoint.name.split('.').at(-1) ?? '')

const camelCase = (name: string): string => name.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const paramsOf = ({ endpoint }: TypedEndpoint): readonly string[] => Object.keys(endpoint.params)

const signatureOf = (one: TypedEndpoint): string => {
  const { body, bodyOptional } = one.endpoint
  const mayMiss = body === null ? one.isQueryOptional : bodyOptional
  return [
    ...paramsOf(one).map((name) => `${camelCase(name)}: string`),
    ...(one.input === null ? [] : [`${body === null ? 'query' : 'body'}${mayMiss ? '?' : ''}: ${inputOf(one)}`]),
    'options?: RequestOptions',
  ].join(', ')
}

const resultOf = ({ answer }: TypedEndpoint): string => `: APIPromise<${answer === 'undefined' ? 'void' : answer}>`

const argumentsOf = (one: TypedEndpoint): string => {
  const { body, bodyOptional } = one.endpoint
  const input = one.input === null ? [] : [body === null ? 'query' : bodyOptional ? 'body = {}' : 'body']
  return [...paramsOf(one).map(camelCase), ...input, 'options'].join(', ')
}

const callOf = (one: TypedEndpoint): string => {
  const { method, path, body, idempotent } = one.endpoint
  const params = paramsOf(one).map((name) => (camelCase(name) === name ? name : `${name}: ${camelCase(name)}`))
  const call = [
    ...(params.length === 0 ? [] : [`params: { ${params.join(', ')} }`]),
    ...(one.input === null ? [] : [body === null ? 'query' : 'body']),
    ...(idempotent ? ['idempotent: true'] : []),
  ]
  return `'${method}', '${path}', { ${call.join(', ')} }`
}
