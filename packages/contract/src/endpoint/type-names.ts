import { z } from 'zod'

type TypeName = {
  readonly type: string
  /** A list of words, whose type core has or `pnpm generate` writes. Answers may gain words. */
  readonly words?: 'core' | 'own'
}

/** TypeScript names of schemas, for `pnpm generate`. `meta` would change the OpenAPI document. */
export const typeNames = z.registry<TypeName>()

/** Gives a schema a TypeScript type. */
export function typed<Schema extends z.ZodType>(type: string, schema: Schema): Schema {
  typeNames.add(schema, { type })
  return schema
}

export const coreWords = <const Word extends string>(type: string, words: readonly Word[]) =>
  z.enum(words).register(typeNames, { type, words: 'core' })

export const ownWords = <const Word extends string>(type: string, words: readonly Word[]) =>
  z.enum(words).register(typeNames, { type, words: 'own' })
