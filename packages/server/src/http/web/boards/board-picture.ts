import type { BoardTheme } from '@p2p-rates/contract'
import { escapeHtml } from '../escape.js'
import { boardStyles } from './board-styles.js'
import type { BoardLine, BoardText } from './board-text.js'

const pictureStyles = boardStyles(
  'text{font-family:system-ui,sans-serif;font-size:14px}.t{font-size:20px;font-weight:600}.p{font-size:56px;font-weight:700;font-variant-numeric:tabular-nums}.e{text-anchor:end}',
  ({ ground, text, quiet, warning, line, accent }) =>
    `.g{fill:${ground}}.a{fill:${accent}}text{fill:${text}}.q{fill:${quiet}}.w{fill:${warning}}.l{fill:none;stroke:${line}}`,
)

const edge = 24
const gap = 24
const headHeight = 60
const tileHeight = 128
const noteHeight = 20
const leastTile = 232

/** Renders a board as a picture, as wide as its text. All text is escaped here. */
export function boardPicture(
  { language, title, pair, lines, asOf, notes }: BoardText,
  { theme, accent }: { readonly theme: BoardTheme; readonly accent: string | null },
): { readonly text: string; readonly policy: string } {
  const { css, policy } = pictureStyles(theme, accent)
  const columns = lines.length > 1 ? 2 : 1
  const remarks = [...(asOf === null ? [] : [asOf.words]), ...notes]
  const beside = pair === null ? 0 : gap + small(pair)
  const tiles = columns * (Math.max(leastTile, ...lines.map(widthOfTile)) + 2 * edge)
  const fullWidth = Math.max(tiles, 2 * edge + Math.max(widthOf(title, 20) + beside, ...remarks.map(small)))
  const below = headHeight + Math.ceil(lines.length / columns) * tileHeight
  const fullHeight = below + remarks.length * noteHeight + edge
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${language}" role="img" aria-labelledby="title" width="${fullWidth}" height="${fullHeight}" viewBox="0 0 ${fullWidth} ${fullHeight}">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<style>${css}</style>`,
    `<rect class="g" width="${fullWidth}" height="${fullHeight}"/>`,
    `<rect class="a" width="${fullWidth}" height="4"/>`,
    clipped({ x: edge, y: 16, width: fullWidth - 2 * edge - beside, height: 32 }, 't', 22, title),
    ...(pair === null ? [] : [`<text class="q e" x="${fullWidth - edge}" y="38">${escapeXml(pair)}</text>`]),
    ...lines.map((line, at) => {
      const width = fullWidth / columns
      return drawTile(line, {
        x: (at % columns) * width,
        y: headHeight + Math.floor(at / columns) * tileHeight,
        width,
      })
    }),
    `<path class="l" d="M0 ${below}H${fullWidth}"/>`,
    ...remarks.map(
      (note, at) => `<text class="q" x="${edge}" y="${below + (at + 1) * noteHeight + 6}">${escapeXml(note)}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n')
  return { text, policy }
}

type TileBox = { readonly x: number; readonly y: number; readonly width: number }

function drawTile({ name, action, price, below, state }: BoardLine, { x, y, width }: TileBox): string {
  const left = x + edge
  const isFresh = state === 'fresh'
  const beside = small(action) + 8
  return [
    `<path class="l" d="M${x} ${y}H${x + width}M${x} ${y}V${x > 0 ? y + tileHeight : y}"/>`,
    `<text x="${left}" y="${y + 30}">${escapeXml(action)}</text>`,
    name === null
      ? ''
      : clipped({ x: left + beside, y: y + 12, width: width - 2 * edge - beside, height: 26 }, 'q', 18, name),
    `<text class="p${isFresh ? '' : ' q'}" x="${left}" y="${y + 84}">${escapeXml(price)}</text>`,
    `<text class="${isFresh ? 'q' : 'w'}" x="${left}" y="${y + 110}">${escapeXml(below)}</text>`,
  ].join('')
}

/** Clips untrusted text, however wide its letters or tall its stacked marks. */
const clipped = (
  { x, y, width, height }: TileBox & { readonly height: number },
  kind: 't' | 'q',
  baseline: number,
  text: string,
): string =>
  `<svg x="${x}" y="${y}" width="${Math.ceil(width)}" height="${height}"><text class="${kind}" y="${baseline}">${escapeXml(text)}</text></svg>`

const widthOfTile = ({ name, action, price, below }: BoardLine): number =>
  Math.max(widthOf(price, 56), small(below), small(action) + (name === null ? 0 : 8 + small(name)))

const small = (text: string): number => widthOf(text, 14)

/** Overestimates, because the reader's fonts are unknown. */
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

/** Remove 2 characters that XML cannot escape. */
const escapeXml = (text: string): string => escapeHtml(text.replace(/[\ufffe\uffff]/g, ''))
