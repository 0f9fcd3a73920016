import type { BoardTheme } from '@p2p-rates/contract'
import { escapeHtml } from '../escape.js'
import type { BoardLine, BoardText } from './board-lines.js'
import { boardStyles } from './board-styles.js'

export const pictureStyles = boardStyles(
  'text{font-family:system-ui,sans-serif;font-size:13px}.t{font-size:17px;font-weight:600}.n{font-size:15px}.p{font-size:15px;font-weight:600;font-variant-numeric:tabular-nums}.e{text-anchor:end}',
  ({ ground, text, quiet, warning, line }) =>
    `.g{fill:${ground}}text{fill:${text}}.q{fill:${quiet}}.w{fill:${warning}}.l{stroke:${line}}`,
)

const edge = 16
const gap = 24
const titleHeight = 40
const rowHeight = 52
const noteHeight = 20
const leastWidth = 280

/** The same price board as a picture: as wide as what it says. What is put in is escaped here and nowhere else. */
export function boardPicture({ language, title, lines, notes }: BoardText, theme: BoardTheme): string {
  const width = Math.ceil(Math.max(leastWidth, widthOf(title, 17), ...lines.map(lineWidth), ...notes.map(small)))
  const below = titleHeight + lines.length * rowHeight
  const [fullWidth, fullHeight] = [width + 2 * edge, below + notes.length * noteHeight + edge]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${language}" role="img" aria-labelledby="title" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<style>${pictureStyles[theme].css}</style>`,
    `<rect class="g" width="${fullWidth}" height="${fullHeight}"/>`,
    clipped({ y: 8, width, height: 28 }, 't', 20, title),
    ...lines.map((line, at) => drawLine(line, titleHeight + at * rowHeight, width)),
    ...notes.map(
      (note, at) => `<text class="q" x="${edge}" y="${below + (at + 1) * noteHeight}">${escapeXml(note)}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n')
}

function drawLine(line: BoardLine, y: number, width: number): string {
  const { name, deed, price, age, state } = line
  const [right, tone] = [edge + width, state === 'fresh' ? 'q' : 'w']
  return [
    `<path class="l" d="M${edge} ${y}H${right}"/>`,
    clipped({ y: y + 6, width: width - gap - widthOf(price, 15), height: 24 }, 'n', 16, name),
    `<text class="p e${state === 'fresh' ? '' : ' w'}" x="${right}" y="${y + 22}">${escapeXml(price)}</text>`,
    `<text class="q" x="${edge}" y="${y + 42}">${escapeXml(deed)}</text>`,
    `<text class="${tone} e" x="${right}" y="${y + 42}">${escapeXml(age)}</text>`,
  ].join('')
}

/** What strangers wrote keeps to its place, however wide a letter or high a pile of marks is. */
const clipped = (
  { y, width, height }: { readonly y: number; readonly width: number; readonly height: number },
  kind: 't' | 'n',
  baseline: number,
  text: string,
): string =>
  `<svg x="${edge}" y="${y}" width="${Math.ceil(width)}" height="${height}"><text class="${kind}" y="${baseline}">${escapeXml(text)}</text></svg>`

const lineWidth = ({ name, deed, price, age }: BoardLine): number =>
  Math.max(widthOf(name, 15) + gap + widthOf(price, 15), small(deed) + gap + small(age))

const small = (text: string): number => widthOf(text, 13)

/** Rather too wide than too narrow: which letters the reader's device has is not known. */
function widthOf(text: string, size: number): number {
  let ems = 0
  for (const letter of text) ems += emsOf(letter)
  return Math.ceil(ems * size)
}

function emsOf(letter: string): number {
  if (/\p{M}/u.test(letter)) return 0
  if (/[\p{Lu}MWmw@%—]/u.test(letter)) return 0.85
  return /[\x20-\x7e\u00a0-\u052f]/.test(letter) ? 0.62 : 1.1
}

/** Text in XML, which knows no escape for these two. */
const escapeXml = (text: string): string => escapeHtml(text.replace(/[\ufffe\uffff]/g, ''))
