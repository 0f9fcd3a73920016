import {
  type Content,
  type Method,
  methods,
  type OpenApi,
  type Operation,
  type Parameter,
  type Schema,
} from '../open-api.js'
import { argumentName, call, docstring, pascal } from './python-text.js'
import { literal, plainType, refName } from './types-module.js'

type Endpoint = {
  readonly method: Method
  readonly path: string
  readonly operation: Operation
  /** `webhooks` of `webhooks.create`; empty for an endpoint without a group. */
  readonly group: string
  readonly name: string
}

/** The module `_endpoints.py`: each endpoint that takes a key is a method, once to call and once to await. */
export function endpointsModule(document: OpenApi): string {
  const endpoints = endpointsOf(document)
  const groups = [...new Set(endpoints.map(({ group }) => group))].filter((group) => group !== '')
  const write = (endpoint: Endpoint, isAsync: boolean) => methodText(endpoint, document, isAsync)
  const classesFor = (isAsync: boolean): readonly string[] => {
    const prefix = isAsync ? 'Async' : ''
    const of = (group: string) => endpoints.filter((one) => one.group === group).map((one) => write(one, isAsync))
    return [
      ...groups.map((group) => classText(`${prefix}${pascal(group)}(_${prefix}Group)`, of(group))),
      classText(`${prefix}Endpoints(_${prefix}Caller)`, [
        ...of(''),
        ...groups.map((group) => groupText(group, prefix)),
      ]),
    ]
  }
  const bases = [callerClass(''), callerClass('Async'), groupClass(''), groupClass('Async')]
  return [head, ...bases, ...classesFor(false), ...classesFor(true)].join('\n\n')
}

const classText = (heading: string, members: readonly string[]): string => `class ${heading}:\n${members.join('\n')}`

const groupText = (group: string, prefix: string): string =>
  `    @property\n    def ${group}(self) -> ${prefix}${pascal(group)}:\n        return ${prefix}${pascal(group)}(self)\n`

function endpointsOf({ paths }: OpenApi): readonly Endpoint[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined || operation.security?.length === 0 ? [] : [{ method, path, operation }]
    }),
  )
  const whole = new Set(all.map(({ operation }) => operation.operationId))
  return all.map((endpoint) => {
    const { operationId } = endpoint.operation
    const [first = '', ...others] = operationId.split('.')
    const isGroup = others.length > 0 && !whole.has(first) && endpoint.path.split('/')[1] === first
    return {
      ...endpoint,
      group: isGroup ? first : '',
      name: isGroup ? others.join('_') : operationId.replaceAll('.', '_'),
    }
  })
}

const head = `"""Methods of all endpoints. Written by \`pnpm generate\` from openapi.json."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeVar

from . import types as t
from ._request import NOT_GIVEN, Many, NotGiven, given, new_key, segment

T = TypeVar("T")
`

const callerClass = (prefix: '' | 'Async'): string => `class _${prefix}Caller:
    ${prefix === '' ? '' : 'async '}def _call(
        self,
        answer: type[T],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> T:
        raise NotImplementedError

    def _stream(self, answer: type[T], path: str, *, query: Mapping[str, Any]) -> ${prefix}Iterator[T]:
        raise NotImplementedError
`

const groupClass = (prefix: '' | 'Async'): string => `class _${prefix}Group:
    def __init__(self, client: _${prefix}Caller) -> None:
        self._call = client._call
`

type Argument = {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly isRequired: boolean
  readonly schema: Schema
  readonly text: string
}

function methodText({ method, path, operation, name }: Endpoint, document: OpenApi, isAsync: boolean): string {
  const args = argumentsOf(operation)
  const isIdempotent = operation.parameters?.some((one) => one.name === idempotencyKey) === true
  const answer = answerOf(operation)
  const isStream = contentOf(operation)?.[eventStream] !== undefined
  const signature = [
    'self',
    ...args.filter(({ place }) => place === 'path').map((one) => `${one.name}: str`),
    ...named([
      ...args.filter(({ place }) => place !== 'path').map((one) => argumentText(one, document)),
      ...(isIdempotent ? ['idempotency_key: str | None = None'] : []),
    ]),
  ]
  const result = isStream ? `${isAsync ? 'Async' : ''}Iterator[${answer}]` : answer
  const awaits = isAsync && !isStream
  return [
    call('    ', `${awaits ? 'async ' : ''}def ${name}(`, signature, `) -> ${result}:`),
    docstring('        ', methodDoc(operation, args)),
    call(
      '        ',
      `return ${awaits ? 'await ' : ''}self.${isStream ? '_stream' : '_call'}(`,
      [
        answer === 'None' ? 'type(None)' : answer,
        ...(isStream ? [] : [`"${method.toUpperCase()}"`]),
        pathText(path),
        ...passed('query', args),
        ...passed('body', args),
        ...(isIdempotent ? ['idempotency_key=idempotency_key or new_key()'] : []),
      ],
      ')',
    ),
    '',
  ].join('\n')
}

const named = (args: readonly string[]): readonly string[] => (args.length === 0 ? [] : ['*', ...args])

/** CSV is left to `request`: a method has one type of answer. */
const isArgument = ({ in: place, name }: Parameter): boolean => place !== 'header' && name !== 'format'

function argumentsOf({ parameters = [], requestBody }: Operation): readonly Argument[] {
  const asked = parameters.filter(isArgument).map(({ name, in: place, required, schema, description = '' }) => ({
    name,
    place: place === 'path' ? ('path' as const) : ('query' as const),
    isRequired: required === true,
    schema,
    text: description,
  }))
  const body = requestBody?.content['application/json']?.schema
  const required = new Set(body?.required)
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'body' as const,
    isRequired: required.has(name),
    schema,
    text: schema.description ?? schema.anyOf?.[0]?.description ?? '',
  }))
  const all = [...asked, ...fields]
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)]
}

const isNullable = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ type }) => type === 'null')

function argumentText({ name, place, isRequired, schema }: Argument, document: OpenApi): string {
  const type = inputType(schema, place, document)
  const head = `${argumentName(name)}: ${type}`
  if (isRequired) return head
  return isNullable(schema) ? `${head} | NotGiven = NOT_GIVEN` : `${head} | None = None`
}

function inputType(schema: Schema, place: Argument['place'], document: OpenApi): string {
  const { $ref, anyOf, type, items, format } = schema
  if ($ref !== undefined) return `t.${refName($ref)}`
  if (anyOf !== undefined) return anyOf.map((one) => inputType(one, place, document)).join(' | ')
  if (schema.enum !== undefined) return literal(schema.enum) + (isOpen(schema.enum, document) ? ' | str' : '')
  if (type === 'array') {
    const item = inputType(items ?? {}, place, document)
    return place === 'query' ? `Many[${item}]` : `Sequence[${item}]`
  }
  if (format === 'date-time') return 'str | datetime'
  if (format === 'date') return 'str | date'
  return plainType(typeof type === 'string' ? type : undefined)
}

/** A server may read exchanges that its operator has added. */
const isOpen = (values: readonly string[], { components }: OpenApi): boolean =>
  (components.schemas.Exchange?.enum ?? []).some((exchange) => values.includes(exchange))

const eventStream = 'text/event-stream'

const contentOf = ({ responses }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content

function answerOf(operation: Operation): string {
  const content = contentOf(operation)
  // The document describes events as text; their data are the answer of `rates`.
  if (content?.[eventStream] !== undefined) return 't.Rates'
  const $ref = content?.['application/json']?.schema.$ref
  return $ref === undefined ? 'None' : `t.${refName($ref)}`
}

const pathText = (path: string): string =>
  path.includes('{') ? `f"${path.replaceAll(/\{(\w+)\}/g, '{segment($1)}')}"` : `"${path}"`

function passed(place: 'query' | 'body', args: readonly Argument[]): readonly string[] {
  const items = args
    .filter((one) => one.place === place)
    .map(({ name, isRequired, schema }) => {
      const value = argumentName(name)
      return `"${name}": ${place === 'query' || isRequired || isNullable(schema) ? value : `given(${value})`}`
    })
  return items.length === 0 ? [] : [call('            ', `${place}={`, items, '}').trimStart()]
}

function methodDoc(operation: Operation, args: readonly Argument[]): string {
  const { summary, description, parameters = [] } = operation
  const key = parameters.find(({ name }) => name === idempotencyKey)
  const rows = [
    ...args.map(({ name, schema, text }) => {
      const byDefault = schema.default === undefined ? '' : ` Default: ${JSON.stringify(schema.default)}.`
      return `    ${argumentName(name)}: ${text}${byDefault}`
    }),
    ...(key === undefined ? [] : [`    idempotency_key: ${key.description ?? ''} Default: a new one.`]),
  ]
  return [`${summary}.`, '', description, ...(rows.length === 0 ? [] : ['', 'Args:', ...rows])].join('\n')
}

const idempotencyKey = 'Idempotency-Key'
