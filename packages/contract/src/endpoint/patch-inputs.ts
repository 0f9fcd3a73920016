import type { Input, Inputs } from './input.js'

/** Field of a PATCH body that creation may omit. Null resets it. */
export const orNull = <Value>(
  input: Input<Value | undefined>,
  description = 'As at creation; null resets it.',
): Input<Value | null | undefined> => ({
  ...(input.words === undefined ? {} : { words: input.words }),
  ...(input.namesExchanges === undefined ? {} : { namesExchanges: input.namesExchanges }),
  ...(input.refusal === undefined ? {} : { refusal: input.refusal }),
  hint: (value) => input.hint?.(value ?? undefined) ?? null,
  schema: input.schema.nullable().meta({ description }),
  expects: `${input.expects}, or null`,
})

/** Replaces each null by the value that creation gives an absent field. */
export const withPresets = (
  creation: Inputs,
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      value === null ? creation[name]?.schema.parse(undefined) : value,
    ]),
  )

export const changeRule =
  'Absent fields stay unchanged. `null` resets a field to the value it has if creation omits it.'
