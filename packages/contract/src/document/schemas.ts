import { z } from 'zod'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Prints zod schemas as JSON Schema; those with an id become components that the others refer to. */
export type Schemas = {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly print: (schema: z.ZodType) => JsonSchema
}

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {}
  const printed = new Map<z.ZodType, JsonSchema>()
  return {
    components,
    print: (schema) => {
      const known = printed.get(schema)
      if (known !== undefined) return known
      // What stands at the root is always written out, so the root is a wrapper.
      const wrapper = z.toJSONSchema(z.object({ schema }), {
        io: 'output',
        override: ({ jsonSchema }) => correct(jsonSchema),
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

/** What zod says about its own runtime, and what callers must not build upon. */
function correct(schema: z.core.JSONSchema.BaseSchema): void {
  // Callers must accept fields that are added later.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  // A pair has no third element; some readers insist that `items` is a schema all the same.
  const [first] = schema.prefixItems ?? []
  if (first !== undefined && schema.items === false) schema.items = first
  delete schema.id
}
