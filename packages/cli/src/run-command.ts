import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { cleanText } from '@p2p-rates/contract/words'
import type { Cli } from './cli.js'
import { toCliError } from './cli-error.js'
import { type ProgramParts, runProgram } from './program.js'
import { openTerminal, type TerminalParts } from './terminal.js'
import { languageOf } from './words/language.js'
import { setLanguage } from './words/say.js'

/** The surroundings of one call: streams, environment and folder, usually those of the process. */
type RunContext = Omit<TerminalParts, 'colour'> &
  Omit<ProgramParts, 'terminal' | 'setExitCode' | 'sleep'> & {
    /** Default: real time. */
    readonly sleep?: Cli['sleep']
  }

export async function runCommand(words: readonly string[], context: RunContext): Promise<number> {
  const { out, err, inIsTty, sleep = delay, ...parts } = context
  const { environment } = parts
  await setLanguage(languageOf(environment))
  const colour = words.includes('--no-color') ? false : undefined
  const terminal = openTerminal({ out, err, inIsTty, environment, colour })
  let exitCode = 0
  const setExitCode = (code: number): void => {
    exitCode = code
  }
  try {
    await runProgram(words, { ...parts, sleep, terminal, setExitCode })
  } catch (error) {
    const failure = toCliError(error)
    terminal.printError(failure)
    if (words.includes('--debug')) terminal.writeErr(`${sanitizedLines(inspect(error))}\n`)
    exitCode = failure.exitCode
  }
  return exitCode
}

/** Errors may quote hostile text. */
const sanitizedLines = (text: string): string => text.split('\n').map(cleanText).join('\n')
