import { cleanText } from '@p2p-rates/contract/words'
import picocolors from 'picocolors'
import type { Colors } from 'picocolors/types.js'
import type { RenderOptions } from './render/draw-table.js'
import { followsLinks, linked } from './render/hyperlinks.js'
import { paragraph } from './render/paragraph.js'

/** The output for a person or a script. Data go to `out`, everything else to `err`. */
export type Terminal = {
  readonly isInteractive: boolean
  readonly outIsTty: boolean
  readonly errIsTty: boolean
  /** Lines that are visible at once; infinite for a file and a pipe. */
  readonly height: number
  readonly renderOptions: RenderOptions
  readonly errPaint: Colors
  write(text: string | Uint8Array): void
  print(line: string): void
  writeErr(text: string): void
  /** Writes a line on stderr, with hostile characters removed. */
  printNote(text: string): void
  printWarning(text: string): void
  printError(failure: { readonly message: string; readonly hint: string | null }): void
  progress(): Progress
}

/** Shows what goes on, on stderr of a TTY and nowhere else. Shows nothing before `tell`. */
export type Progress = { showProgress(text: string): void; endProgress(): void }

export type Stream = {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string | Uint8Array): unknown
}

export type TerminalParts = {
  readonly out: Stream
  readonly err: Stream
  readonly inIsTty: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** `--no-color` or `--color`; when absent, the environment decides. */
  readonly colour?: boolean | undefined
}

export function openTerminal({ out, err, inIsTty, environment, colour }: TerminalParts): Terminal {
  const paintOf = (stream: Stream) => picocolors.createColors(colour ?? wantsColour(stream, environment))
  const paint = paintOf(out)
  const errPaint = paintOf(err)
  const isLinking = out.isTTY === true && followsLinks(environment)
  const say = (line: string) => void err.write(`${line}\n`)
  /** In a file or a pipe a sentence stays on one line. */
  const errWidth = () => (err.isTTY === true ? widthOf(err, err, environment) : Number.POSITIVE_INFINITY)
  const lines = (text: string, indent: string, hanging = indent) =>
    paragraph(cleanText(text), errWidth(), indent, hanging)
  return {
    isInteractive: inIsTty && err.isTTY === true,
    outIsTty: out.isTTY === true,
    errIsTty: err.isTTY === true,
    get height() {
      return out.isTTY === true && out.rows !== undefined && out.rows > 0 ? out.rows : Number.POSITIVE_INFINITY
    },
    // A window may be resized meanwhile.
    get renderOptions() {
      return { width: widthOf(out, err, environment), paint, ...(isLinking ? { linked } : {}) }
    },
    errPaint,
    write: (text) => void out.write(text),
    print: (line) => void out.write(`${line}\n`),
    writeErr: (text) => void err.write(text),
    printNote: (text) => {
      for (const line of lines(text.trimStart(), /^ */.exec(text)?.[0] ?? '')) say(errPaint.dim(line))
    },
    printWarning: (text) => {
      for (const line of lines(text, '! ', '  ')) say(line.replace(/^!/, errPaint.yellow('!')))
    },
    printError: ({ message, hint }) => {
      for (const line of lines(message, 'p2p: ', '     ')) say(line.replace(/^p2p:/, errPaint.red('p2p:')))
      if (hint !== null) for (const line of lines(hint, '     ')) say(errPaint.dim(line))
    },
    progress: () => (err.isTTY === true && environment.TERM !== 'dumb' ? openSpinner() : silent),
  }
}

function wantsColour(stream: Stream, { NO_COLOR, FORCE_COLOR, TERM }: TerminalParts['environment']): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY === true && TERM !== 'dumb'
}

/** The size of the window that a stream goes to. A pager shows its input in the window of stderr. */
function widthOf(stream: Stream, err: Stream, { COLUMNS }: TerminalParts['environment']): number {
  if (COLUMNS !== undefined && /^[1-9]\d{0,3}$/.test(COLUMNS)) return Number(COLUMNS)
  return [stream, err].map(({ columns = 0 }) => columns).find((columns) => columns > 0) ?? 100
}

const silent: Progress = { showProgress: () => {}, endProgress: () => {} }

/** The spinner is loaded when it is needed. Most commands are done before. */
function openSpinner(): Progress {
  let latest = ''
  let isOver = false
  let spinner: { text: string; stop(): unknown } | null = null
  // It hides the cursor, which must come back after Ctrl+C too.
  const endProgress = () => {
    isOver = true
    spinner?.stop()
    spinner = null
    process.off('exit', endProgress)
  }
  return {
    showProgress(text) {
      const isFirst = latest === ''
      latest = cleanText(text)
      if (spinner !== null) spinner.text = latest
      if (isFirst) {
        process.once('exit', endProgress)
        void import('yocto-spinner').then(({ default: createSpinner }) => {
          if (!isOver) spinner = createSpinner({ text: latest, stream: process.stderr }).start()
        })
      }
    },
    endProgress,
  }
}
