import { z } from 'zod'
import { isoTime } from './wire-schemas.js'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

type DomainName<Name extends string> = Name extends `${infer Event}_at` ? `${CamelCase<Event>}AtMs` : CamelCase<Name>

/** The domain's side of an answer: `created_at` is `createdAtMs`, other names are in camel case. */
export type DomainOf<Wire> = {
  readonly [Name in keyof Wire & string as DomainName<Name>]: Name extends `${string}_at`
    ? number | Exclude<Wire[Name], string>
    : Wire[Name]
}

/** Renames fields and writes instants. Takes only fields of the schema, so that no other field of a record gets out. */
export function toWire<Wire>(schema: z.ZodType<Wire>, value: DomainOf<Wire>): Wire {
  const given = new Map<string, unknown>(Object.entries(value))
  const fields = fieldsOf(schema).map(({ name, source, isInstant }) => {
    const field = given.get(source)
    return [name, isInstant && typeof field === 'number' ? isoTime(field) : field]
  })
  // The type of the value names every field of the schema.
  return Object.fromEntries(fields) as Wire
}

type Field = { readonly name: string; readonly source: string; readonly isInstant: boolean }

const knownFields = new WeakMap<z.ZodType, readonly Field[]>()

function fieldsOf(schema: z.ZodType): readonly Field[] {
  const known = knownFields.get(schema)
  if (known !== undefined) return known
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only the fields of an object can be written.')
  const fields = Object.keys(schema.shape).map((name): Field => {
    const isInstant = name.endsWith('_at')
    return { name, source: isInstant ? `${camelCase(name)}Ms` : camelCase(name), isInstant }
  })
  knownFields.set(schema, fields)
  return fields
}

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
