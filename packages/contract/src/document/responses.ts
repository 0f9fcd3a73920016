import { errorsOf } from '../endpoint/all-endpoints.js'
import { csvOf } from '../endpoint/csv.js'
import type { Access, Endpoint } from '../endpoint/define-endpoint.js'
import { answerHeaders, type Header, limitHeaders } from '../endpoint/headers.js'
import {
  type ErrorCode,
  errorBody,
  errorCodes,
  errorStatus,
  toProblemResponse,
  unreadableStatuses,
} from '../errors/error-codes.js'
import type { JsonSchema, Schemas } from './schemas.js'

export type Responses = {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly of: (endpoint: Endpoint) => Readonly<Record<string, JsonSchema>>
}

export function createResponses(schemas: Schemas): Responses {
  const components: Record<string, JsonSchema> = {}

  const refused = (endpoint: Endpoint, status: number, codes: readonly ErrorCode[]): JsonSchema => {
    const name = `${nameStart[endpoint.access.kind]}${codes.map(pascalCase).join('Or')}`
    components[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code].when}`).join('\n\n'),
      headers: headerRefs(errorHeaders(endpoint, status)),
      content: {
        'application/json': { schema: schemas.print(errorBody), examples: Object.fromEntries(codes.map(errorExample)) },
      },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  const unreadable = (status: number) => {
    components.Unreadable ??= {
      description: `\`bad_request\`: ${errorCodes.bad_request.when}`,
      headers: headerRefs([answerHeaders.requestId]),
      content: {
        'application/json': {
          schema: schemas.print(errorBody),
          examples: Object.fromEntries([errorExample('bad_request')]),
        },
      },
    }
    return [status, { $ref: '#/components/responses/Unreadable' }] as const
  }

  return {
    components,
    of: (endpoint) => {
      // A wrong method has no operation of its own, so it is described here.
      const codes: readonly ErrorCode[] = [...errorsOf(endpoint), 'method_not_allowed']
      const statuses = [...new Set(codes.map(errorStatus))]
      const errors = statuses.map((status) => {
        const ofStatus = codes.filter((code) => errorStatus(code) === status)
        return [status, refused(endpoint, status, ofStatus)] as const
      })
      return {
        [endpoint.status]: success(endpoint, schemas),
        ...(endpoint.cacheable ? { 304: notModified(endpoint) } : {}),
        ...Object.fromEntries(errors),
        ...Object.fromEntries(unreadableStatuses.filter((status) => !statuses.includes(status)).map(unreadable)),
      }
    },
  }
}

/** Headers that these parts of a document refer to. */
export function headerComponents(parts: unknown): Readonly<Record<string, JsonSchema>> {
  const text = JSON.stringify(parts)
  return Object.fromEntries(
    [...Object.values<Header>(limitHeaders), ...Object.values<Header>(answerHeaders)]
      .filter(({ name }) => text.includes(`"#/components/headers/${name}"`))
      .map(({ name, description, type, example }) => [name, { description, schema: { type }, example }]),
  )
}

function success(endpoint: Endpoint, schemas: Schemas): JsonSchema {
  const headers = headerRefs(successHeaders(endpoint))
  if (endpoint.status === 204) return { description: 'Done.', headers }
  const { mediaType, answer, example, table } = endpoint
  const csv = table && { 'text/csv': { schema: { type: 'string' }, example: csvOf(table, example) } }
  return {
    description: endpoint.summary,
    headers,
    content: { [mediaType]: { schema: schemas.print(answer), example }, ...csv },
  }
}

const cachingHeaders: readonly Header[] = [answerHeaders.etag, answerHeaders.cacheControl, answerHeaders.vary]

const notModified = (endpoint: Endpoint): JsonSchema => ({
  description: 'Your stored answer is still current.',
  headers: headerRefs([
    ...knownCallerHeaders(endpoint),
    ...cachingHeaders,
    ...(endpoint.carriesPrices ? [answerHeaders.simulated, answerHeaders.replay] : []),
    ...remarkHeaders(endpoint),
  ]),
})

function remarkHeaders({ query, body }: Endpoint): readonly Header[] {
  const canBeClamped = Object.values(query).some(({ cap }) => cap !== undefined)
  const canBeHinted = Object.values({ ...query, ...body }).some(({ hint }) => hint !== undefined)
  return [...(canBeClamped ? [answerHeaders.clamped] : []), ...(canBeHinted ? [answerHeaders.hint] : [])]
}

const successHeaders = (endpoint: Endpoint): readonly Header[] => [
  ...knownCallerHeaders(endpoint),
  ...remarkHeaders(endpoint),
  ...(endpoint.carriesPrices ? [answerHeaders.simulated, answerHeaders.replay] : []),
  ...(endpoint.cacheable ? [...cachingHeaders, answerHeaders.contentEncoding] : []),
  ...(endpoint.idempotent ? [answerHeaders.idempotencyReplayed] : []),
]

/** The same error carries other headers to other callers. */
const nameStart: Readonly<Record<Access['kind'], string>> = {
  public: 'Public',
  visitor: 'Visitor',
  key: '',
  session: 'Session',
  reader: 'Reader',
}

/** Errors of unknown callers do not mention plans. */
function errorHeaders(endpoint: Endpoint, status: number): readonly Header[] {
  if (status === 401) return [answerHeaders.requestId, answerHeaders.authenticate]
  if (status === 405) return [answerHeaders.allow, ...knownCallerHeaders(endpoint)]
  const waits = status === 429 || status === 503 ? [answerHeaders.retryAfter] : []
  return [...knownCallerHeaders(endpoint), ...waits]
}

const knownCallerHeaders = ({ access }: Endpoint): readonly Header[] => [
  answerHeaders.requestId,
  ...(access.kind === 'key'
    ? [...Object.values(limitHeaders), answerHeaders.exchangeNames, answerHeaders.dataVersion]
    : []),
]

function headerRefs(headers: readonly Header[]): JsonSchema {
  return Object.fromEntries(headers.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorExample(code: ErrorCode) {
  const param = invalidFields[code]
  const problem = { code, message: errorCodes[code].when, ...(param === undefined ? {} : { param }) }
  return [code, { value: toProblemResponse(problem) }] as const
}

const invalidFields: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: 'rows',
  unsupported_fiat: 'fiat',
  unsupported_exchange: 'exchange',
  unsupported_event: 'event',
  invalid_webhook_url: 'url',
}

const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
