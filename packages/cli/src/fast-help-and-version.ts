import { firstPage, version } from './help-page.js'

const help = (columns: number) => firstPage(columns)
const versionLine = () => `${version}\n`

const answers: ReadonlyMap<string, (columns: number) => string> = new Map([
  ['', help],
  ['help', help],
  ['--help', help],
  ['-h', help],
  ['--version', versionLine],
  ['-v', versionLine],
  ['-V', versionLine],
  ['version', versionLine],
])

/** Answers the commonest questions before the program is loaded. Null if the words ask for something else. */
export const fastHelpOrVersion = (words: readonly string[], columns = Number.POSITIVE_INFINITY): string | null =>
  answers.get(words.join(' '))?.(columns) ?? null
