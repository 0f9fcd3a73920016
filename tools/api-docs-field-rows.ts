export type Schema = { readonly [keyword: string]: unknown }
export type Row = { readonly path: string; readonly type: string; readonly description: string }

type Components = Readonly<Record<string, Schema>>

/** The fields of an object; those of the objects in its lists stand as `list[].field`. */
export const fieldRows = (schema: Schema, components: Components, within = ''): readonly Row[] => {
  const own = resolved(schema, components)
  const item = own.items as Schema | undefined
  if (item !== undefined && own.prefixItems === undefined) return fieldRows(item, components, `${within}[]`)
  const alternatives = (own.oneOf ?? own.anyOf) as readonly Schema[] | undefined
  if (alternatives !== undefined)
    return alternatives.filter(({ type }) => type !== 'null').flatMap((one) => fieldRows(one, components, within))
  return Object.entries((own.properties ?? {}) as Readonly<Record<string, Schema>>).flatMap(([name, field]) => {
    const path = within === '' ? name : `${within}.${name}`
    return [
      { path, type: typeOf(field, components), description: descriptionOf(field, components) },
      ...fieldRows(field, components, path),
    ]
  })
}

export const typeOf = (schema: Schema, components: Components): string => {
  const own = resolved(schema, components)
  if (own.const !== undefined) return `\`${String(own.const)}\``
  const words = own.enum as readonly string[] | undefined
  if (words !== undefined) return words.length > 8 ? 'string' : words.map((word) => `\`${word}\``).join(' ')
  const alternatives = (own.oneOf ?? own.anyOf) as readonly Schema[] | undefined
  if (alternatives !== undefined) return [...new Set(alternatives.map((one) => typeOf(one, components)))].join(' or ')
  if (own.type === 'array')
    return own.prefixItems === undefined ? `list of ${typeOf((own.items ?? {}) as Schema, components)}` : 'pair'
  return [own.type ?? 'any'].flat().join(' or ')
}

const descriptionOf = (schema: Schema, components: Components): string =>
  String(schema.description ?? resolved(schema, components).description ?? '')

const resolved = (schema: Schema, components: Components): Schema => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  if (name === undefined) return schema
  const { $ref: _, ...beside } = schema
  return { ...components[name], ...beside }
}

const width = 100

/** Items shown of a list that needs more lines than `mostItems`. */
const shownItems = 2
const mostItems = 12

export const shortJson = (value: unknown, indent = ''): string => {
  const inner = `${indent}  `
  const onOneLine = oneLine(value)
  if (indent.length + onOneLine.length <= width || typeof value !== 'object' || value === null) return onOneLine
  const [open, close, parts] = Array.isArray(value)
    ? [
        '[',
        ']',
        value.slice(0, value.length > mostItems ? shownItems : undefined).map((item) => shortJson(item, inner)),
      ]
    : ['{', '}', Object.entries(value).map(([name, item]) => `"${name}": ${shortJson(item, inner)}`)]
  const more =
    Array.isArray(value) && parts.length < value.length ? `,\n${inner}… ${value.length - parts.length} more` : ''
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}${more}\n${indent}${close}`
}

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, item]) => `"${name}": ${oneLine(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
