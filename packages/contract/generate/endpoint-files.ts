import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import type { Endpoint } from '../src/endpoint/define-endpoint.js'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))

const contractSource = join(repository, 'packages/contract/src')

/** A file below `endpoints/` or `errors/`, with its exports. */
export type EndpointFile = {
  /** Relative to `src`, without ending: `endpoints/prices/rates`. */
  readonly path: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly endpoints: readonly DefinedEndpoint[]
  /** Names of the answers that are computed from one market. */
  readonly marketEndpoints: readonly string[]
}

export type DefinedEndpoint = {
  /** Name of the constant. */
  readonly constant: string
  readonly endpoint: Endpoint
  /** Comment above the constant: words and examples for users of the SDK. */
  readonly comment: string
}

/** Order of documents since the first release. Files without a place come last. */
const order = [
  ...['service/markets', 'prices/rates', 'prices/orderbook', 'history/stats', 'history/history', 'prices/arbitrage'],
  ...['service/me', 'prices/stream', 'service/openapi', 'alerts/webhooks', 'alerts/inboxes', 'prices/quote'],
  ...['service/sources', 'service/payment-methods', 'history/candles', 'service/usage', 'prices/depth'],
  ...['prices/methods', 'prices/reference-index', 'history/fixings', 'history/premium', 'prices/convert'],
  ...['prices/overview', 'history/price', 'history/quality', 'history/seasonality', 'rules/formula-price'],
  ...[
    'rules/formula-preview',
    'rules/rules',
    'rules/boards',
    'pages/sessions',
    'pages/account',
    'pages/granted-access',
  ],
  ...['pages/second-factor', 'pages/setup', 'pages/registration', 'pages/password-resets'],
  ...['pages/inbox-confirmations', 'pages/keys', 'pages/recent-requests', 'pages/source-history', 'pages/sparklines'],
  ...['pages/plan-requests', 'pages/admin', 'pages/invites', 'service/health', 'service/service-info'],
].map((name) => `endpoints/${name}`)

const place = (path: string): number => (order.includes(path) ? order.indexOf(path) : order.length)

export async function readEndpointFiles(): Promise<readonly EndpointFile[]> {
  const files = await Promise.all(['endpoints', 'errors'].flatMap(pathsIn).map(readFile))
  return files.toSorted((one, other) => place(one.path) - place(other.path) || (one.path < other.path ? -1 : 1))
}

const pathsIn = (folder: string): readonly string[] =>
  readdirSync(join(contractSource, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[\w/\\-]+\.ts$/.test(name))
    .map((name) => join(folder, name.replace(/\.ts$/, '')).split(sep).join('/'))

async function readFile(path: string): Promise<EndpointFile> {
  const file = join(contractSource, `${path}.ts`)
  const exports: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href)
  const text = readFileSync(file, 'utf8')
  const calls = exportedCalls(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return {
    path,
    exports,
    endpoints: calls.flatMap(({ constant, comment }) => {
      const endpoint = exports[constant]
      return isEndpoint(endpoint) ? [{ constant, endpoint, comment }] : []
    }),
    marketEndpoints: calls.flatMap(({ constant, callee }) => (callee === 'marketEndpoint' ? [constant] : [])),
  }
}

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value

/** `export const constant = callee(…)`, in the order of the file, which imported modules lose. */
const exportedCalls = (source: ts.SourceFile) =>
  source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const [declaration] = statement.declarationList.declarations
    const call = declaration?.initializer
    if (declaration === undefined || call === undefined || !ts.isCallExpression(call)) return []
    const comments = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc)
    const comment = comments.map((one) => plainComment(one.getText(source))).join('\n')
    return [{ constant: declaration.name.getText(source), callee: call.expression.getText(source), comment }]
  })

const plainComment = (comment: string): string =>
  comment
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()
