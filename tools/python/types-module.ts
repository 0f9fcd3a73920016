import type { OpenApi, Schema } from '../open-api.js'
import { call, docstring, isKeyword, line, pascal } from './python-text.js'

/** The module `types.py`: a TypedDict for each schema, and for each object inside of one. */
export const typesModule = ({ components }: OpenApi): string =>
  [
    head,
    ...Object.entries(components.schemas).map(([name, schema]) => alias(name, schema)),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => classesOf(name, schema)),
    // A union names classes, which must exist when Python reads it.
    ...Object.entries(components.schemas).map(([name, { oneOf }]) =>
      oneOf === undefined ? '' : `${name} = Union[${oneOf.map((one) => annotation(one, name)).join(', ')}]\n`,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

const head = `"""Types of all answers. Written by \`pnpm generate\` from openapi.json.

Later versions of the server add fields and values: ignore those that you do not know.
"""
from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
`

const alias = (name: string, { enum: values, description = '' }: Schema): string =>
  values === undefined ? '' : `${line('', `${name} = Union[${literal(values)}, str]`)}\n${docstring('', description)}\n`

export const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === true ? 'True' : JSON.stringify(value))).join(', ')}]`

function classesOf(name: string, schema: Schema): readonly string[] {
  const { properties } = schema
  if (properties === undefined) return []
  const inner = Object.entries(properties).flatMap(([field, part]) => {
    const object = objectIn(part)
    return object === null ? [] : classesOf(name + pascal(field), object)
  })
  return [...inner, classOf(name, schema)]
}

function objectIn(schema: Schema): Schema | null {
  if (schema.properties !== undefined) return schema
  const inside = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  return inside.map(objectIn).find((object) => object !== null) ?? null
}

/** Optional fields are in the class itself, required ones in its base: Python before 3.11 has no NotRequired. */
function classOf(name: string, { properties = {}, required = [], description }: Schema): string {
  const fields = Object.entries(properties)
  const known = new Set(required)
  const reserved = fields.filter(([field]) => isKeyword(field))
  const needed = fields.filter(([field]) => known.has(field) && !isKeyword(field))
  const optional = fields.filter(([field]) => !known.has(field))
  const isPlain = optional.length === 0 && reserved.length === 0
  const own = optional.length === 0 ? needed : optional
  const text = description === undefined ? [] : [docstring('    ', description)]
  const bases = isPlain ? [] : baseClasses(name, optional.length === 0 ? [] : needed, reserved)
  const parents = [...bases.map(({ name: base }) => base), ...(bases.length === 0 ? ['TypedDict'] : [])]
  const total = optional.length === 0 ? '' : ', total=False'
  return [
    ...bases.map(({ text: base }) => `${base}\n`),
    `class ${name}(${parents.join(', ')}${total}):`,
    ...text,
    ...own.flatMap(([field, part]) => fieldLines(name, field, part)),
    ...(text.length + own.length === 0 ? ['    pass'] : []),
    '',
  ].join('\n')
}

type Fields = readonly (readonly [string, Schema])[]

function baseClasses(name: string, needed: Fields, reserved: Fields): readonly { name: string; text: string }[] {
  const items = reserved.map(([field, part]) => `"${field}": '${annotation(part, name + pascal(field))}'`)
  const keys = {
    name: `_${name}Keys`,
    text: `${call('', `_${name}Keys = TypedDict(`, [`"_${name}Keys"`, `{${items.join(', ')}}`], ')')}\n`,
  }
  const body = needed.flatMap(([field, part]) => fieldLines(name, field, part)).join('\n')
  const base = { name: `_${name}`, text: `class _${name}(TypedDict):\n${body}\n` }
  return [...(reserved.length === 0 ? [] : [keys]), ...(needed.length === 0 ? [] : [base])]
}

const fieldLines = (owner: string, field: string, schema: Schema): readonly string[] => {
  const text = schema.description ?? schema.anyOf?.find((one) => one.description !== undefined)?.description
  const type = line('    ', `${field}: ${annotation(schema, owner + pascal(field))}`)
  return [type, ...(text === undefined ? [] : [docstring('    ', text)])]
}

/** Python type of a field. `name` is for an object without a name. */
function annotation(schema: Schema, name: string): string {
  const { $ref, anyOf, type } = schema
  if ($ref !== undefined) return refName($ref)
  if (anyOf !== undefined) return anyOf.map((one) => annotation(one, name)).join(' | ')
  if (typeof type === 'object') return type.map((one) => annotation({ ...schema, type: one }, name)).join(' | ')
  if (schema.const !== undefined) return literal([schema.const])
  if (schema.enum !== undefined) return `${literal(schema.enum)} | str`
  if (schema.properties !== undefined) return name
  if (type === 'array') return `list[${annotation(schema.items ?? {}, name)}]`
  if (typeof schema.additionalProperties === 'object')
    return `dict[str, ${annotation(schema.additionalProperties, name)}]`
  return plainType(type)
}

export const refName = ($ref: string): string => $ref.split('/').at(-1) ?? $ref

export const plainType = (type: string | undefined): string => plain.get(type ?? '') ?? 'Any'

const plain = new Map([
  ['string', 'str'],
  ['number', 'float'],
  ['integer', 'int'],
  ['boolean', 'bool'],
  ['null', 'None'],
])
