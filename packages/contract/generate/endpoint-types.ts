import { z } from 'zod'
import type { Endpoint } from '../src/endpoint/define-endpoint.js'
import { readQuery } from '../src/endpoint/input.js'
import { defaultPlans } from '../src/endpoint/plans.js'
import { typeNames } from '../src/endpoint/type-names.js'
import type { DefinedEndpoint, EndpointFile } from './endpoint-files.js'
import { createSchemaTypes, type SchemaTypes } from './schema-types.js'

export type TypedEndpoint = DefinedEndpoint & {
  /** Null for an endpoint without input. */
  readonly input: string | null
  /** True if the endpoint accepts an empty query. */
  readonly isQueryOptional: boolean
  readonly answer: string
}

/** Texts of the types of all endpoints, with the named types that they need. */
export function typesOf(files: readonly EndpointFile[]) {
  const types = createSchemaTypes()
  const endpoints = files.flatMap((file) => file.endpoints).map((defined) => typedEndpoint(defined, types))
  for (const { exports } of files)
    for (const value of Object.values(exports))
      if (value instanceof z.ZodType && (typeNames.get(value) ?? z.globalRegistry.get(value)?.id) !== undefined)
        types.textOf(value)
  return { endpoints, types }
}

function typedEndpoint(defined: DefinedEndpoint, types: SchemaTypes): TypedEndpoint {
  const { answer, body, name, inputType } = defined.endpoint
  const schemas = Object.fromEntries(
    Object.entries(inputsOf(defined.endpoint)).map(([field, { schema }]) => [field, schema]),
  )
  const typed = {
    ...defined,
    answer: types.textOf(answer),
    isQueryOptional: readQuery(defined.endpoint.query, new URLSearchParams(), defaultPlans.Business).ok,
  }
  if (Object.keys(schemas).length === 0) return { ...typed, input: null }
  const text = types.fieldsText(schemas, body === null ? 'query' : 'body')
  const input = inputType ?? `${pascalCase(name)}${body === null ? 'Query' : 'Body'}`
  types.declare(input, text)
  return { ...typed, input }
}

/** Every table accepts `format`, but few methods have a form for CSV. */
const inputsOf = ({ body, query: { format, ...query }, hasCsvMethod }: Endpoint) =>
  body ?? (format === undefined || hasCsvMethod !== true ? query : { ...query, format })

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[-_.])([a-z])/g, (_, letter: string) => letter.toUpperCase())
