import type { Endpoint } from '../define-endpoint.js'

/** What an assistant may call: a question in its own words, whose answer is made of what endpoints say. */
export type Tool = {
  /** Never changes: assistants and their users remember it. */
  readonly name: string
  /** Read by a model with every conversation, so each word costs. */
  readonly description: string
  readonly params: Readonly<Record<string, Argument>>
  /** Names of the arguments that it cannot do without. */
  readonly required?: readonly string[]
  /** All that it asks. Whoever may not ask one of these may not call it. */
  readonly endpoints: readonly Endpoint[]
  /** The answer, line by line. */
  readonly run: (given: Arguments, ask: AskEndpoint) => Promise<readonly string[]>
}

/** Asks a tool by its name, and is told something in any case: models read texts, not exceptions. */
export type CallTool = (name: string, given: unknown) => Promise<ToolAnswer>
export type ToolAnswer = { readonly text: string; readonly isError: boolean }

/** One argument, as JSON Schema says it. Its values are judged by the endpoint that they are handed on to. */
export type Argument = {
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly description?: string
  readonly enum?: string[]
}

/** Arguments in the words of a query. */
export type Arguments = Readonly<Record<string, string | undefined>>

/** Asks an endpoint as every caller does. Throws what is refused. */
export type AskEndpoint = <Answer>(endpoint: Endpoint<Answer>, query: Arguments) => Promise<Answer>

export const fiatArgument: Argument = {
  type: 'string',
  description: 'Currency; default UAH',
}
export const sideArgument: Argument = { type: 'string', enum: ['BUY', 'SELL'], description: 'Default BUY' }
export const methodArgument: Argument = { type: 'string', description: 'Part of a way to pay: mono' }

/** How many, as it was given or usually is, lowered to what an answer has room for. What is no number is refused by who is asked. */
export const atMost = (most: number, given: string | undefined, usual: number): string =>
  Number(given) > most ? String(most) : (given ?? String(usual))
