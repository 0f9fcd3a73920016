import { isatty } from 'node:tty'
import { runCommand } from './run-command.js'
import { say } from './words/say.js'

export const unwritable = (code: string): string => say('The output cannot be written ({code}).', { code })

export function runAsProcess(words: readonly string[]): void {
  let onInterrupt = (): void => process.exit(130)
  process.on('SIGINT', () => {
    // The terminal has just written "^C" at the place of the next prompt.
    if (process.stderr.isTTY) process.stderr.write('\n')
    onInterrupt()
  })

  // Node's warnings about its own parts do not concern the user.
  if (!words.includes('--debug')) process.removeAllListeners('warning')

  runCommand(words, {
    out: process.stdout,
    err: process.stderr,
    inIsTty: isatty(0),
    readInput,
    environment: process.env,
    folder: process.cwd(),
    setInterruptHandler: (act) => {
      onInterrupt = act
    },
  }).then(endOnceRead)
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY === true) return ''
  let piped = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) piped += chunk
  return piped
}

/** Ends the process at once when all is written. Without that Node takes its time, and the user waits. */
function endOnceRead(exitCode: number): void {
  process.stderr.write('', () => process.stdout.write('', () => process.exit(exitCode)))
}
