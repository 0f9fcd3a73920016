import { isatty } from 'node:tty'
import { inspect } from 'node:util'
import { cleanText } from '@p2p-rates/contract/words'
import { failureOf } from './failure.js'
import { runProgram } from './program.js'
import { openTerminal } from './terminal.js'

/** Runs the command of these words as this process. */
export function run(words: readonly string[]): void {
  /** What Ctrl+C does. Commands that must clean up replace it. */
  let onInterrupt = (): void => process.exit(130)
  process.on('SIGINT', () => {
    // The terminal has just written "^C" at the place of the next prompt.
    if (process.stderr.isTTY) process.stderr.write('\n')
    onInterrupt()
  })

  // Node's warnings about its own parts do not concern the user.
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

/** Errors may quote hostile text. */
const harmlessLines = (text: string): string => text.split('\n').map(cleanText).join('\n')

/** Ends the process at once when all is written. Without that Node takes its time, and the user waits. */
function endOnceRead(): void {
  process.stderr.write('', () => process.stdout.write('', () => process.exit()))
}
