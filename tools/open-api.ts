import { buildOpenApi, defaultPlans, type Endpoint } from '@p2p-rates/contract'

/** The parts of JSON Schema that the interface uses. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

export type Parameter = {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>
  readonly webhooks: { readonly delivery: { readonly post: Operation } }
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const methods = ['get', 'post', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

/** The document of these endpoints; by default, of all that programs may call. */
export const readOpenApi = (of: { readonly endpoints?: readonly Endpoint[] } = {}): OpenApi =>
  JSON.parse(JSON.stringify(buildOpenApi({ plans: defaultPlans, ...of })))
