import { helpPage, version } from './help-page.js'

const words = process.argv.slice(2)

process.stderr.on('error', () => {})
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // A reader who stops early has seen enough.
  if (code === 'EPIPE') process.exit(0)
  process.stderr.write(`p2p: The output cannot be written (${code}).\n`)
  process.exit(1)
})

const help = () => helpPage(process.stdout.columns ?? Number.POSITIVE_INFINITY)

/** The commonest questions are answered before the program is loaded. */
const answers = new Map([
  ['', help],
  ['help', help],
  ['--help', help],
  ['-h', help],
  ['--version', () => `${version}\n`],
  ['-v', () => `${version}\n`],
  ['-V', () => `${version}\n`],
  ['version', () => `${version}\n`],
])

const answer = answers.get(words.join(' '))
if (answer !== undefined) process.stdout.write(answer())
else import('./run.js').then(({ run }) => run(words))
