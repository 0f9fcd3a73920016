import { version } from '../package.json'
import { helpPage } from './contents.js'

const words = process.argv.slice(2)

/** What is asked first and most often is answered before the program is loaded. */
const answers = new Map([
  ['', helpPage],
  ['help', helpPage],
  ['--help', helpPage],
  ['-h', helpPage],
  ['--version', () => `${version}\n`],
  ['-V', () => `${version}\n`],
])

const answer = answers.get(words.join(' '))
if (answer !== undefined) process.stdout.write(answer())
else import('./run.js').then(({ run }) => run(words))
