import { nearestWord } from '@p2p-rates/core/internal'
import type { AskedCaller } from '../endpoint/caller-inputs.js'
import type { Success } from '../endpoint/market-data.js'
import { allTools } from './all-tools.js'
import type { ToolRefusal } from './explain-refusal.js'
import { forProfile } from './for-profile.js'
import { readArguments } from './read-arguments.js'
import { countTokens } from './token-count.js'
import type { CallEndpoint, Tool } from './tool.js'

/** An answer is never longer, whatever exchanges and their users wrote. */
export const mostTokens = 1_000

const simulatedLine = 'SIMULATED exchanges: none of these prices exists.'
const cutLine = '(cut: this is all that fits)'

type ToolContext = {
  readonly ask: CallEndpoint
  readonly isSimulated: () => boolean
  /** Person for whom prices are; a usual caller if absent. */
  readonly profile?: AskedCaller
}

/**
 * Run a tool. Returns its whole answer as text, or the problem with the arguments. Throws if an endpoint rejects the
 * call.
 */
export async function answerTool(
  tool: Tool,
  given: unknown,
  { ask, isSimulated, profile = {} }: ToolContext,
): Promise<Success<string>> {
  const read = readArguments(tool, given)
  if ('problem' in read) return read
  const asker = forProfile(ask, profile)
  const lines = await tool.run(read.values, asker.ask)
  const isMarked = isSimulated() && tool.endpoints.some(({ carriesPrices }) => carriesPrices)
  const profileLine = asker.line()
  const headers = [...(isMarked ? [simulatedLine] : []), ...(profileLine === null ? [] : [profileLine])]
  return { answer: withinBudget([...headers, ...lines]).join('\n') }
}

function withinBudget(lines: readonly string[]): readonly string[] {
  const fitting: string[] = []
  let tokens = countTokens(cutLine)
  for (const line of lines) {
    // A line break is a token of its own.
    tokens += countTokens(line) + 1
    if (tokens > mostTokens) return [...fitting, cutLine]
    fitting.push(line)
  }
  return fitting
}

export const toolNamed = (name: string): Tool | null => allTools.find((tool) => tool.name === name) ?? null

export function unknownTool(name: string): ToolRefusal {
  const names = allTools.map((tool) => tool.name)
  const meant = nearestWord(name, names)
  const hint = meant === null ? `There are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`
  return { code: 'unknown_tool', message: `There is no such tool. ${hint}` }
}
