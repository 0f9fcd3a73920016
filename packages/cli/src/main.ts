import { fastHelpOrVersion } from './fast-help-and-version.js'

const words = process.argv.slice(2)
let unwritable = (code: string): string => `The output cannot be written (${code}).`

process.stderr.on('error', () => {})
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // A reader who stops early has seen enough.
  if (code === 'EPIPE') process.exit(0)
  process.stderr.write(`p2p: ${unwritable(String(code))}\n`)
  process.exit(1)
})

const answer = fastHelpOrVersion(words, process.stdout.columns)
if (answer !== null) process.stdout.write(answer)
else
  import('./run-as-process.js').then((program) => {
    unwritable = program.unwritable
    program.runAsProcess(words)
  })
