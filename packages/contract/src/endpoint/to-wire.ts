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
  const { shape } = z.instanceof(z.ZodObject).parse(schema)
  const known = new Map<string, unknown>(Object.entries(value))
  const fields = Object.keys(shape).map((name) => {
    const field = known.get(name.endsWith('_at') ? `${camelCase(name)}Ms` : camelCase(name))
    return [name, name.endsWith('_at') && typeof field === 'number' ? isoTime(field) : field]
  })
  // The type of the value names every field of the schema.
  return Object.fromEntries(fields) as Wire
}

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
