import type { Endpoint } from '../endpoint/define-endpoint.js'

export type Tool = {
  /** Never changes: assistants and their users remember it. */
  readonly name: string
  /** Read by a model with every conversation, so each word costs. */
  readonly description: string
  readonly params: Readonly<Record<string, Argument>>
  readonly required?: readonly string[]
  /** Endpoints that the tool calls. A caller without access to one of them may not call the tool. */
  readonly endpoints: readonly Endpoint[]
  readonly run: (given: Arguments, ask: CallEndpoint) => Promise<readonly string[]>
}

/** Call a tool by its name. It always returns text and never throws, because models read no exceptions. */
export type CallTool = (name: string, given: unknown) => Promise<ToolAnswer>
export type ToolAnswer = { readonly text: string; readonly isError: boolean }

/** One argument, as JSON Schema says it. Its values are judged by the endpoint that they are handed on to. */
export type Argument = {
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly description?: string
  readonly enum?: string[]
}

export type Arguments = Readonly<Record<string, string | undefined>>

/** Call an endpoint with the rights of the caller. Throws if the call is rejected. */
export type CallEndpoint = <Answer>(endpoint: Endpoint<Answer>, query: Arguments) => Promise<Answer>

/** Described once for all tools, in their introduction. */
export const fiatArgument: Argument = { type: 'string' }
export const sideArgument: Argument = { type: 'string', enum: ['BUY', 'SELL'] }
export const methodArgument: Argument = { type: 'string' }
/** Takes numbers as well. */
export const feeArgument: Argument = { type: 'string' }

/** Lower the requested or usual count to the limit of the tool. The endpoint rejects text that is not a number. */
export const atMost = (most: number, given: string | undefined, usual: number): string =>
  Number(given) > most ? String(most) : (given ?? String(usual))
