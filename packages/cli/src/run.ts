import { isatty } from 'node:tty'
import { inspect } from 'node:util'
import { failureOf } from './failure.js'
import { runProgram } from './program.js'
import { cleanText } from './render/clean-text.js'
import { openTerminal } from './terminal.js'

/** Does what the words ask for, as this process. */
export function run(words: readonly string[]): void {
  /** What Ctrl+C does; commands that have something to put in order replace it. */
  let onInterrupt = (): void => process.exit(130)
  process.on('SIGINT', () => {
    // The terminal has just written "^C" where the next prompt will stand.
    if (process.stderr.isTTY) process.stderr.write('\n')
    onInterrupt()
  })

  // What Node thinks of its own parts is nothing to the person who asks for a price.
  if (!words.includes('--debug')) process.removeAllListeners('warning')

  const terminal = openTerminal({
    out: process.stdout,
    err: process.stderr,
    inIsTty: isatty(0),
    environment: process.env,
    colour: words.includes('--no-color') ? false : undefined,
  })
  const whenInterrupted = (act: () => void): void => {
    onInterrupt = act
  }
  runProgram(words, { terminal, environment: process.env, whenInterrupted })
    .catch((error: unknown) => {
      const failure = failureOf(error)
      terminal.fail(failure)
      if (words.includes('--debug')) terminal.writeErr(`${harmlessLines(inspect(error))}\n`)
      process.exitCode = failure.exitCode
    })
    .then(endOnceRead)
}

/** What an error quotes may come from anybody. */
const harmlessLines = (text: string): string => text.split('\n').map(cleanText).join('\n')

/** Node takes a process apart piece by piece unless it is told to end, and somebody waits. */
const endOnceRead = (): void => {
  process.stderr.write('', () => process.stdout.write('', () => process.exit()))
}
