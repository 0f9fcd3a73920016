import { type ExchangeId, exchangeIds } from '@p2p-rates/core'
import { z } from 'zod'
import { orExchanges } from '../endpoint/wire-schemas.js'

export type JsonSchema = { readonly [keyword: string]: unknown }

export type Schemas = {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly print: (schema: z.ZodType) => JsonSchema
}

export function createSchemas(exchanges = exchangeIds): Schemas {
  const components: Record<string, JsonSchema> = {}
  const printed = new Map<z.ZodType, JsonSchema>()
  return {
    components,
    print: (schema) => {
      const known = printed.get(schema)
      if (known !== undefined) return known
      // The root is always written out, so it is a wrapper here.
      const wrapper = z.toJSONSchema(z.object({ schema }), {
        io: 'output',
        override: ({ jsonSchema }) => correct(jsonSchema, exchanges),
      })
      const moved = JSON.parse(
        JSON.stringify(wrapper).replaceAll('"#/$defs/', '"#/components/schemas/'),
      ) as typeof wrapper
      Object.assign(components, moved.$defs)
      const root = (moved.properties?.schema ?? {}) as JsonSchema
      printed.set(schema, root)
      return root
    },
  }
}

/** Left out: what describes zod's own runtime, and what callers must not rely on. */
function correct(schema: z.core.JSONSchema.BaseSchema, exchanges: readonly ExchangeId[]): void {
  const words = schema[orExchanges]
  if (Array.isArray(words)) {
    // A reference inherits the keyword from its schema.
    if (schema.$ref === undefined) schema.enum = [...words, ...exchanges]
    delete schema.pattern
    delete schema[orExchanges]
  }
  // Callers must accept fields that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  // A pair has no third element, but some readers expect a schema in `items`.
  const [first] = schema.prefixItems ?? []
  if (first !== undefined && schema.items === false) schema.items = first
  delete schema.id
}
