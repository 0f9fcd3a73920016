import { inspect } from 'node:util'
import { cleanText } from '@p2p-rates/contract/words'
import { toCliError } from './cli-error.js'
import { type ProgramParts, runProgram } from './program.js'
import { openTerminal, type TerminalParts } from './terminal.js'
import { languageOf } from './words/language.js'
import { speak } from './words/say.js'

/** The surroundings of one call: streams, environment and folder, usually those of the process. */
type Surroundings = Omit<TerminalParts, 'colour'> & Omit<ProgramParts, 'terminal' | 'exitWith'>

export async function runCommand(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, inIsTty, ...parts } = surroundings
  const { environment } = parts
  await speak(languageOf(environment))
  const colour = words.includes('--no-color') ? false : undefined
  const terminal = openTerminal({ out, err, inIsTty, environment, colour })
  let exitCode = 0
  const exitWith = (code: number): void => {
    exitCode = code
  }
  try {
    await runProgram(words, { ...parts, terminal, exitWith })
  } catch (error) {
    const failure = toCliError(error)
    terminal.fail(failure)
    if (words.includes('--debug')) terminal.writeErr(`${harmlessLines(inspect(error))}\n`)
    exitCode = failure.exitCode
  }
  return exitCode
}

/** Errors may quote hostile text. */
const harmlessLines = (text: string): string => text.split('\n').map(cleanText).join('\n')
