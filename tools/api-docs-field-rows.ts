import type { OpenApi, Schema } from './open-api.js'

type Row = { readonly path: string; readonly type: string; readonly description: string }
type Components = OpenApi['components']['schemas']

/** The fields of an object; those of the objects in its lists stand as `list[].field`. */
export const fieldRows = (schema: Schema, components: Components, within = ''): readonly Row[] => {
  const own = resolved(schema, components)
  if (own.items !== undefined && own.prefixItems === undefined) return fieldRows(own.items, components, `${within}[]`)
  const alternatives = own.oneOf ?? own.anyOf
  if (alternatives !== undefined)
    return alternatives.filter(({ type }) => type !== 'null').flatMap((one) => fieldRows(one, components, within))
  return Object.entries(own.properties ?? {}).flatMap(([name, field]) => {
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
  if (own.enum !== undefined) return own.enum.length > 8 ? 'string' : own.enum.map((word) => `\`${word}\``).join(' ')
  const alternatives = own.oneOf ?? own.anyOf
  if (alternatives !== undefined) return [...new Set(alternatives.map((one) => typeOf(one, components)))].join(' or ')
  if (own.type === 'array')
    return own.prefixItems === undefined ? `list of ${typeOf(own.items ?? {}, components)}` : 'pair'
  return [own.type ?? 'any'].flat().join(' or ')
}

const descriptionOf = (schema: Schema, components: Components): string =>
  schema.description ?? resolved(schema, components).description ?? ''

const resolved = (schema: Schema, components: Components): Schema => {
  const { $ref, ...beside } = schema
  return $ref === undefined ? schema : { ...components[$ref.split('/').at(-1) ?? ''], ...beside }
}

const width = 100

/** Items shown of a list that needs more lines than `mostItems`. */
const shownItems = 2
const mostItems = 12

export const shortJson = (value: unknown, indent = ''): string => {
  const inner = `${indent}  `
  const onOneLine = oneLine(value)
  if (indent.length + onOneLine.length <= width || typeof value !== 'object' || value === null) return onOneLine
  const within = (parts: readonly string[], more = '') =>
    `\n${parts.map((part) => inner + part).join(',\n')}${more}\n${indent}`
  if (!Array.isArray(value))
    return `{${within(Object.entries(value).map(([name, item]) => `"${name}": ${shortJson(item, inner)}`))}}`
  const shown = value.slice(0, value.length > mostItems ? shownItems : undefined)
  const more = shown.length < value.length ? `,\n${inner}… ${value.length - shown.length} more` : ''
  return `[${within(
    shown.map((item) => shortJson(item, inner)),
    more,
  )}]`
}

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, item]) => `"${name}": ${oneLine(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
