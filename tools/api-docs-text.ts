import {
  type Access,
  answerHeaders,
  deliveryHeaders,
  documentPath,
  type Endpoint,
  endpoints,
  errorCodes,
  errorsOf,
  featureOf,
  fullPath,
  isForAdmins,
  isForPages,
  limitHeaders,
  mcp,
  pageEndpoints,
  planNeeded,
  programEndpoints,
  webPrefix,
} from '@p2p-rates/contract'
import { exchanges, fiats } from '@p2p-rates/core'
import { fieldRows, shortJson, typeOf } from './api-docs-field-rows.js'
import { headerTable, plansTable, toolTable } from './guide/generated-parts.js'
import { anchorOf } from './guide/guide.js'
import { code, markdownTable } from './guide/markdown-table.js'
import { type Method, type Operation, type Parameter, readOpenApi, type Schema } from './open-api.js'

export const apiDocs = (): string =>
  `# The interface

<!-- pnpm generate writes this page. -->
This page is generated from the definitions that the server enforces. \`GET /api/v1/openapi.json\` returns the same content as
an OpenAPI document. [web-api.md](web-api.md) has the endpoints of the server's own pages.

Send the key in the header \`X-API-Key\`, or as \`Authorization: Bearer\`. BUY and SELL are your action: BUY takes ads of
sellers. Times are in ISO 8601, in UTC. In a \`PATCH\`, a missing field stays unchanged, and \`null\` resets an optional field.
Within v1, changes only add, so ignore fields and values that you do not know.

${contents()}
## Plans

${plansTable()}

${groups.map((group) => `## ${group.title}\n\n${endpointsOf(group).map(section).join('\n')}`).join('\n')}
${deliveries()}
${tools()}
${errors()}
${headers()}`

export const webApiDocs = (): string =>
  `# Calls of the server's own pages

<!-- pnpm generate writes this page. -->
This page is for developers of the server's pages. Programs must use [the interface](api.md), because the endpoints of this
page reject keys and other origins. \`GET /docs/web-openapi.json\` returns the same content as an OpenAPI document.

${onPages()}
${webOnly.map(section).join('\n')}`

const groups: readonly { readonly title: string; readonly of: readonly string[] }[] = [
  {
    title: 'Now',
    of: [
      ...['quote', 'rates', 'orderbook', 'arbitrage', 'convert', 'fair', 'depth', 'methods', 'index', 'overview'],
      ...['stream', 'sources', 'transfers', 'payment-methods'],
    ],
  },
  {
    title: 'Before',
    of: [
      ...['price', 'history', 'candles', 'stats', 'seasonality', 'fixings', 'fixing-inputs', 'premium', 'quality'],
      'track-record',
    ],
  },
  { title: 'Alerts', of: ['webhooks', 'inboxes'] },
  { title: 'Desk', of: ['formula', 'formula-preview', 'rules', 'boards'] },
  { title: 'Account and service', of: ['me', 'usage', 'markets', 'openapi', 'livez', 'readyz', 'root', 'api-root'] },
]

const features = new Set(groups.flatMap(({ of }) => of))

/** Endpoints of a group, in its order. Features without a group come last: prices in the first group, others in the last. */
function endpointsOf(group: (typeof groups)[number]): readonly Endpoint[] {
  const isStray = (endpoint: Endpoint): boolean =>
    !features.has(featureOf(endpoint)) && group === groups.at(endpoint.carriesPrices ? 0 : -1)
  return [
    ...group.of.flatMap((feature) => programEndpoints.filter((endpoint) => featureOf(endpoint) === feature)),
    ...programEndpoints.filter(isStray),
  ]
}

const contents = (): string => {
  const link = (heading: string, text: string) => `[${text}](#${anchorOf(heading)})`
  const rows = groups.map((group) => {
    // Readers disagree about how the heading of the root itself is named.
    const links = endpointsOf(group).map((one) =>
      one.path === '' || one.path === '/' ? one.name : link(headingOf(one), one.name),
    )
    return [link(group.title, group.title), links.join(' · ')]
  })
  const rest = ['Webhook deliveries', 'Tools for assistants', 'Errors', 'Headers on every authenticated answer']
  const also = ['Also', rest.map((heading) => link(heading, heading.toLowerCase())).join(' · ')]
  return `${markdownTable(['', ''], [...rows, also])}\n`
}

const errors = (): string => `## Errors

Every error has the body \`{"detail": {"code": ..., "message": ...}}\`. If one parameter or body field is invalid, \`param\`
names it. If there are ads, but none accepts a normal amount, \`data_unavailable\` adds \`smallest_trade\`. \`bad_request\` can
also have the status 408 or 431, and has no limit headers, because the server could not read the key. The server rejects
unknown parameters and fields; \`suggestion\` has the nearest valid name.

${markdownTable(
  ['Code', 'Status', 'When'],
  Object.entries(errorCodes).map(([name, { status, when }]) => [code(name), String(status), when]),
)}
`

const headers = (): string => `## Headers on every authenticated answer

${headerTable(Object.values(limitHeaders))}

## Headers of cacheable answers

Clients may cache answers about markets for the time in \`Cache-Control\`. If the request has \`Accept-Encoding\`, the server
compresses repeated answers above 1 KiB. Each encoding has its own \`ETag\`, and \`If-None-Match\` accepts any of these tags.

${headerTable(cachingHeaders)}
`

const profileParameters = Object.keys(mcp.query)
  .map(code)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ')

const tools = (): string => `## Tools for assistants

\`POST ${fullPath(mcp)}\` is an endpoint of the Model Context Protocol over streamable HTTP. The protocol has no sessions here:
each message is independent, and any server can answer it. The endpoint takes the same key as all others. Each call of a
tool counts as one request of the plan. Other messages count towards the minute limit only. A rejected call returns the
error as its result. Programs must send no \`Origin\`, and a page of another origin gets \`foreign_origin\`. The address
takes ${profileParameters}, which apply to
every tool with current prices: \`${fullPath(mcp)}?my_orders=120&my_methods=monobank\`.

${toolTable(['Tool', 'Endpoints', 'From plan'])}
`

const webOnly = endpoints.filter(({ root, mirrorOf }) => root === webPrefix && mirrorOf === undefined)

const onPages = (): string => `## Endpoints shared with programs

The server's own pages call these endpoints below \`${webPrefix}\` without a key. Parameters, answers and errors are the
same as for programs. A session has the plan of its account and its own minute limit. Requests of a session do not count
towards the month. If the operator has opened the pages, visitors have the plan and the minute limit of visitors. Pages of
an account can open as many streams as its plan allows, and at least 2. Visitors can open 2 streams per address.

${markdownTable(
  ['', 'Same as', 'Access'],
  pageEndpoints.map((one) => [code(headingOf(one)), code(one.mirrorOf ?? ''), needs(one.access)]),
)}
`

const cachingHeaders = [
  answerHeaders.etag,
  answerHeaders.cacheControl,
  answerHeaders.vary,
  answerHeaders.contentEncoding,
]

const headingOf = (endpoint: Endpoint): string => `${endpoint.method} ${fullPath(endpoint)}`

const section = (endpoint: Endpoint): string => {
  const { access, summary, description } = endpoint
  return `### ${headingOf(endpoint)}

${summary}. ${needs(access)} ${description}

${curl(endpoint)}
${parameters(endpoint)}${body(endpoint)}
${answer(endpoint)}
Errors: ${errorsOf(endpoint).map(code).join(' ')}
`
}

const needs = (access: Access): string => {
  if (isForAdmins(access)) return 'Callers: logged-in admins, through a page of this server.'
  const plan = planNeeded(access)
  return [whoOf[access.kind], plan === null ? '' : `${plan} plan.`].filter((part) => part !== '').join(' ')
}

const whoOf: Readonly<Record<Access['kind'], string>> = {
  key: '',
  public: 'No key.',
  session: 'Callers: logged-in users, through a page of this server.',
  visitor: 'Callers: all visitors, through a page of this server.',
  reader: 'Callers: logged-in users through a page of this server; if the pages are open, visitors, too.',
}

const document = readOpenApi({ endpoints })
const { schemas } = document.components

const operationOf = (endpoint: Endpoint): Operation => {
  const { method } = endpoint
  const operation = document.paths[documentPath(endpoint)]?.[method.toLowerCase() as Method]
  if (operation === undefined) throw new Error(`The document lacks ${method} ${fullPath(endpoint)}.`)
  return operation
}

const curl = (endpoint: Endpoint): string => {
  const { method, access, body: wanted } = endpoint
  const example = wanted === null ? undefined : operationOf(endpoint).requestBody?.content['application/json']?.example
  const words = [
    endpoint.mediaType === 'text/event-stream' ? 'curl -N' : 'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(access.kind === 'key' ? ['-H "X-API-Key: $P2P_API_KEY"'] : []),
    ...(isForPages(access.kind) ? fromPage(method) : []),
    ...(method === 'GET' || (example === undefined && access.kind === 'key')
      ? []
      : [`-H 'Content-Type: application/json'`]),
    ...(example === undefined ? [] : [`-d '${JSON.stringify(example)}'`]),
    `"$P2P_BASE_URL${usualPath(endpoint)}${usualQuery[endpoint.name] ?? ''}"`,
  ]
  return ['```sh', words.join(' '), '```'].join('\n')
}

const usualPath = (endpoint: Endpoint): string =>
  fullPath(endpoint).replace('{fiat}', 'UAH').replace('{day}', '2026-11-25')

/** Options of curl for the headers that a browser adds. */
const fromPage = (method: Endpoint['method']): readonly string[] => [
  '-b cookies.txt -c cookies.txt',
  ...(method === 'GET' ? [] : ['-H "Origin: $P2P_BASE_URL"']),
]

const usualQuery: Readonly<Record<string, string>> = {
  orderbook: '?exchange=binance&trusted=true',
  quote: '?amount=50000',
  history: '?hours=72',
  fair: '?price=41.9&side=BUY&amount=20000',
  convert: '?from=EUR&to=UAH&amount=500',
  price: '?at=2026-11-20T14:05:00Z',
}

const parameters = (endpoint: Endpoint): string =>
  inputTable(
    'Parameter',
    (operationOf(endpoint).parameters ?? []).filter(({ in: place }) => place === 'query' || place === 'path'),
  )

const body = (endpoint: Endpoint): string => {
  const { required = [], properties = {} } =
    operationOf(endpoint).requestBody?.content['application/json']?.schema ?? {}
  return inputTable(
    'Body field',
    Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
  )
}

type Input = Pick<Parameter, 'name' | 'required' | 'schema' | 'description'>

function inputTable(heading: string, inputs: readonly Input[]): string {
  if (inputs.length === 0) return ''
  const rows = inputs.map(({ name, required, schema, description = schema.description ?? '' }) => {
    const standard = schema.default === undefined ? (required === true ? 'required' : '') : code(String(schema.default))
    return [code(name), typeOf(schema, schemas), standard, description]
  })
  return `\n${markdownTable([heading, '', 'Default', ''], rows)}\n`
}

const answer = (endpoint: Endpoint): string => {
  if (endpoint.status === 204) return 'Answers 204 without a body.\n'
  const { example } = endpoint
  if (typeof example === 'string') return `Answers 200 with events:\n\n\`\`\`\n${example.trim()}\n\`\`\`\n`
  const schema = operationOf(endpoint).responses[String(endpoint.status)]?.content?.['application/json']?.schema ?? {}
  return `Answers ${endpoint.status}:

\`\`\`json
${shortJson(example)}
\`\`\`

${fieldTable(schema)}`
}

function fieldTable(schema: Schema): string {
  const rows = fieldRows(schema, schemas).map(({ path, type, description }) => [code(path), type, description])
  return rows.length === 0 ? '' : `${markdownTable(['Field', '', ''], rows)}\n`
}

const deliveries = (): string => {
  const { schema, example }: { schema: Schema; example?: unknown } = document.webhooks.delivery.post.requestBody
    ?.content['application/json'] ?? { schema: {} }
  return `## Webhook deliveries

A delivery is a \`POST\` with JSON. Verify one of the two signatures over the received bytes, before you parse the body.

${markdownTable(
  ['Header', 'Example', 'Meaning'],
  Object.values(deliveryHeaders).map(({ name, example: sample, description }) => [
    code(name),
    code(String(sample)),
    description,
  ]),
)}

\`\`\`json
${shortJson(example)}
\`\`\`

${fieldTable({ oneOf: schema.oneOf ?? [schema] })}`
}

export function frontPage(text: string): string {
  const names = exchanges.map(({ name }) => name)
  return text
    .replace(
      /p2p-rates reads [\w, ]+, judges/,
      `p2p-rates reads ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, judges`,
    )
    .replace(/in \d+ currencies/, `in ${fiats.length} currencies`)
}
