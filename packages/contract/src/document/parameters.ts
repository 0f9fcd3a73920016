import type { Endpoint } from '../endpoint/define-endpoint.js'
import { type Header, requestHeaders } from '../endpoint/headers.js'
import type { Input, Inputs } from '../endpoint/input.js'
import type { JsonSchema, Schemas } from './schemas.js'

type Place = 'path' | 'query' | 'header'

export const parametersOf = (endpoint: Endpoint, schemas: Schemas): readonly JsonSchema[] => [
  ...Object.entries(endpoint.params).map(([name, input]) => parameter(name, 'path', input, schemas)),
  ...Object.entries(endpoint.query).map(([name, input]) => parameter(name, 'query', input, schemas)),
  ...(endpoint.cacheable ? [headerParameter(requestHeaders.ifNoneMatch)] : []),
  ...(endpoint.idempotent ? [headerParameter(requestHeaders.idempotencyKey)] : []),
  ...(endpoint.cacheable || endpoint.mediaType === 'text/event-stream'
    ? [headerParameter(requestHeaders.minDataVersion)]
    : []),
  ...(endpoint.mediaType === 'text/event-stream' ? [headerParameter(requestHeaders.lastEventId)] : []),
]

function parameter(name: string, place: Place, input: Input, schemas: Schemas): JsonSchema {
  const { description, examples, ...schema } = schemas.print(input.schema)
  const [example] = Array.isArray(examples) ? examples : []
  return {
    name,
    in: place,
    required: isRequired(input),
    description,
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : { example }),
  }
}

export const headerParameter = ({ name, description, type, example }: Header): JsonSchema => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type },
  example,
})

export function bodyOf(body: Inputs, isOptional: boolean, schemas: Schemas): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(body).map(([name, input]) => [name, schemas.print(input.schema)]),
  )
  const required = Object.keys(body).filter((name) => isRequired(body[name]))
  const examples = Object.entries(properties).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [[name, examples[0]]] : [],
  )
  const schema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
  return { required: !isOptional, content: { 'application/json': { schema, example: Object.fromEntries(examples) } } }
}

const isRequired = (input: Input | undefined): boolean => input?.schema.safeParse(undefined).success === false
