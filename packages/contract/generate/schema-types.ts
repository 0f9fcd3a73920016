import { z } from 'zod'
import { typeNames } from '../src/endpoint/type-names.js'

type Schema = z.core.$ZodType

/** Answers may gain words. In a query, a list may be one value. */
type Place = 'answer' | 'query' | 'body'

export type SchemaTypes = {
  /** TypeScript text of a schema. Named types that it needs are declared. */
  readonly textOf: (schema: Schema, place?: Place) => string
  /** An object type with one member for each field. */
  readonly fieldsText: (fields: Readonly<Record<string, Schema>>, place: Place) => string
  readonly declare: (name: string, text: string, description?: string) => void
  readonly declarations: ReadonlyMap<string, string>
}

export function createSchemaTypes(): SchemaTypes {
  const declarations = new Map<string, string>()

  /** Declared while their own fields are read. */
  const open = new Set<string>()

  function declare(name: string, text: string, description?: string): void {
    const declaration = `${commentOf(description)}export type ${name} = ${text}\n`
    const known = declarations.get(name)
    if (known !== undefined && known !== declaration && !open.has(name))
      throw new Error(`Two schemas have the TypeScript name ${name}.`)
    declarations.set(name, declaration)
  }

  function textOf(schema: Schema, place: Place = 'answer'): string {
    const named = typeNames.get(schema)
    const owner = ancestorWithId(schema)
    const def = definitionOf(schema)
    if (def.type === 'object' || (def.type === 'union' && owner !== null)) {
      const name = named?.type ?? (owner === null ? undefined : z.globalRegistry.get(owner)?.id)
      if (name === undefined) return shapeText(schema, place)
      if (!open.has(name)) {
        open.add(name)
        // The place of a type is before the types of its fields.
        if (!declarations.has(name)) declarations.set(name, '')
        const text = shapeText(schema, place)
        declare(name, text, z.globalRegistry.get(owner ?? schema)?.description)
        open.delete(name)
      }
      return name
    }
    if (named === undefined) return shapeText(schema, place)
    if (named.words === 'own' && def.type === 'enum') declare(named.type, unionOf(Object.values(def.entries)))
    return named.words !== undefined && place === 'answer' ? `LooseEnum<${named.type}>` : named.type
  }

  function shapeText(schema: Schema, place: Place): string {
    const def = definitionOf(schema)
    switch (def.type) {
      case 'string':
      case 'boolean':
      case 'number':
      case 'null':
      case 'undefined':
        return def.type
      case 'literal':
        return unionOf(def.values)
      case 'enum': {
        const words = unionOf(Object.values(def.entries))
        return place === 'answer' ? `LooseEnum<${words}>` : words
      }
      case 'array': {
        const item = textOf(def.element, place)
        const list = `readonly ${/[|&]/.test(item) && !item.startsWith('LooseEnum<') ? `(${item})` : item}[]`
        return place === 'query' ? `${item} | ${list}` : list
      }
      case 'record':
        return `Readonly<Record<string, ${textOf(def.valueType, place)}>>`
      case 'union':
        return def.options.map((one) => textOf(one, place)).join(' | ')
      case 'object':
        return fieldsText(def.shape, place, def.catchall?._zod.def.type === 'unknown')
      case 'nullable':
        return `${textOf(def.innerType, place)} | null`
      case 'optional':
      case 'default':
        return textOf(def.innerType, place)
      case 'pipe':
        return textOf(def.out, place)
      default:
        throw new Error(`${def.type} has no TypeScript type: give it one with \`typed\`.`)
    }
  }

  function fieldsText(fields: Readonly<Record<string, Schema>>, place: Place, isOpen = false): string {
    const members = Object.entries(fields).map(([name, schema]) => {
      const { isOptional, isExact, description } = traitsOf(schema)
      const type = `${textOf(schema, place)}${isOptional && !isExact ? ' | undefined' : ''}`
      return `${commentOf(description)}readonly ${name}${isOptional ? '?' : ''}: ${type}\n`
    })
    return `{\n${members.join('')}${isOpen ? 'readonly [field: string]: unknown\n' : ''}}`
  }

  return { textOf, fieldsText, declare, declarations }
}

/** Facts of a field that its wrappers hold. */
function traitsOf(field: Schema) {
  let schema = field
  let [isOptional, isExact] = [false, false]
  let description = ownDescription(schema)
  let preset: unknown
  for (;;) {
    const def = definitionOf(schema)
    if (def.type === 'optional' || def.type === 'default') {
      isOptional = true
      isExact = schema instanceof z.ZodExactOptional
      if (def.type === 'default') preset = def.defaultValue
    } else if (def.type !== 'nullable' && def.type !== 'pipe') break
    schema = def.type === 'pipe' ? def.out : def.innerType
    description ??= ownDescription(schema)
  }
  const isShown = typeof preset === 'string' || typeof preset === 'number'
  return { isOptional, isExact, description: isShown ? `${description ?? ''} Default: \`${preset}\`.` : description }
}

/** Description of a field, not of its type. */
const ownDescription = (schema: Schema): string | undefined =>
  schema._zod.def.type === 'object' && z.globalRegistry.get(schema)?.id !== undefined
    ? undefined
    : z.globalRegistry.get(schema)?.description

function ancestorWithId(schema: Schema): Schema | null {
  if (z.globalRegistry.get(schema)?.id !== undefined) return schema
  return schema._zod.parent === undefined ? null : ancestorWithId(schema._zod.parent)
}

/** Every schema of zod is one of these, which its public type does not say. */
const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

const unionOf = (words: readonly unknown[]): string =>
  words.map((word) => (typeof word === 'string' ? `'${word}'` : String(word))).join(' | ')

/** A comment of one line if it fits, otherwise of lines of at most 110 characters. */
export function commentOf(text: string | undefined): string {
  const safe = text?.trim().replaceAll('*/', '*\\/') ?? ''
  if (safe === '') return ''
  if (safe.length <= 110 && !safe.includes('\n')) return `/** ${safe} */\n`
  const [prose, ...code] = safe.split(/^(?=@example)/m)
  const lines = [...(prose?.match(/\S.{0,109}(?=\s|$)/g) ?? []), ...(code.length > 0 && prose !== '' ? [''] : [])]
  return `/**\n${[...lines, ...code.join('').trimEnd().split('\n')].join('\n').trimEnd().replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`
}
