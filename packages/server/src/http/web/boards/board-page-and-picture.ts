import type { BoardTheme } from '@p2p-rates/contract'
import { escapeHtml } from '../fill-template.js'
import { styleSource } from '../plain-page.js'
import type { BoardLine, BoardText } from './board-text.js'

export type BoardStyles = { readonly css: string; readonly policy: string }

export type StylesOf = (theme: BoardTheme, accent: string | null, more?: string) => BoardStyles

const boardStyles =
  (shape: string, coloursOf: (palette: Palette) => string): StylesOf =>
  (theme, accent, more = '') => {
    const coloured = (palette: 'light' | 'dark') =>
      coloursOf({ ...palettes[palette], accent: accent ?? palettes[palette].line })
    const colours =
      theme === 'auto' ? `${coloured('light')}@media(prefers-color-scheme:dark){${coloured('dark')}}` : coloured(theme)
    const css = `${shape}${more}${colours}`
    return { css, policy: policyOf(styleSource(css)) }
  }

/** Any site may frame a board, because it has no controls. */
export const policyOf = (style: string): string =>
  `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** Every text colour has a contrast of at least 4.5 on the ground. The accent is never a text colour. */
export type Palette = {
  readonly ground: string
  readonly text: string
  readonly quiet: string
  readonly warning: string
  readonly line: string
  readonly accent: string
}

const palettes: Readonly<Record<'light' | 'dark', Omit<Palette, 'accent'>>> = {
  light: { ground: '#ffffff', text: '#14171c', quiet: '#59636e', warning: '#8a4600', line: '#d8dee4' },
  dark: { ground: '#0e1116', text: '#e8eaed', quiet: '#a3acb8', warning: '#ffb454', line: '#343a43' },
}

const pageStyles = boardStyles(
  [
    '*{box-sizing:border-box}',
    'body{margin:0;min-height:100vh;display:grid;font:14px/1.4 system-ui,sans-serif}',
    'main{display:grid;grid-template-rows:auto 1fr auto;border-top:4px solid;min-width:0;padding:16px 24px}',
    'header{display:flex;flex-wrap:wrap;gap:0 16px;align-items:baseline;justify-content:space-between;min-width:0;padding-bottom:12px}',
    'h1{margin:0;min-width:0;max-width:100%;font-size:20px;font-weight:600}',
    // Tiles have a border on the left and top; those at the left edge are clipped.
    'ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));min-width:0;margin:0 -24px;padding:0;overflow:hidden;list-style:none;border-bottom:1px solid}',
    'li{display:grid;align-content:center;min-width:0;container-type:inline-size;margin:0 0 0 -1px;padding:16px 24px;border:solid;border-width:1px 0 0 1px}',
    'b{line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}',
    // Clip stacked combining marks to their line.
    'bdi{display:block;overflow:hidden;overflow-wrap:anywhere}',
    'footer{padding-top:12px}p{margin:0}',
    '.screen{font-size:max(16px,2.4vh)}.screen h1{font-size:max(24px,5vh)}',
    '.screen ul{grid-template-columns:repeat(auto-fit,minmax(max(14rem,40%),1fr))}',
  ].join(''),
  ({ ground, text, quiet, warning, line, accent }) =>
    `body{background:${ground};color:${text}}main{border-color:${accent}}ul,li{border-color:${line}}.quiet,footer,.stands b,.none b{color:${quiet}}.warning{color:${warning}}`,
)

type BoardLook = { readonly theme: BoardTheme; readonly accent: string | null }

/** Renders a board as a page without scripts, for a frame or a screen. All text is escaped here. */
export function boardPage(
  { language, title, pair, lines, asOf, notes }: BoardText,
  { theme, accent }: BoardLook,
  form: 'page' | 'screen',
): { readonly text: string; readonly policy: string } {
  const most = form === 'page' ? '56px' : lines.length > few ? '13vh' : '26vh'
  const { css, policy } = pageStyles(theme, accent, `b{font-size:min(${most},${widthOfDigit(lines)}cqi)}`)
  const kinds = form === 'page' ? '' : ' class="screen"'
  const text = [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="refresh" content="${againSeconds}">`,
    '<meta name="robots" content="noindex">',
    `<style>${css}</style></head>`,
    `<body${kinds}>`,
    `<main><header><h1><bdi>${escapeHtml(title)}</bdi></h1>`,
    pair === null ? '</header>' : `<span class="quiet">${escapeHtml(pair)}</span></header>`,
    '<ul>',
    ...lines.map(tile),
    '</ul>',
    '<footer>',
    ...(asOf === null ? [] : [`<p><time datetime="${asOf.iso}">${escapeHtml(asOf.words)}</time></p>`]),
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    '</footer></main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
  return { text, policy }
}

/** With more tiles than this, prices are smaller on a screen. */
const few = 2

/** In percent of a tile, so that the longest price fits one line in the widest fonts. */
const widthOfDigit = (lines: readonly BoardLine[]): number =>
  Math.floor(100 / (0.72 * Math.max(5, ...lines.map(({ price }) => price.length))))

export const againSeconds = 60

const tile = ({ name, action, price, below, staleAsOf, state }: BoardLine): string =>
  [
    `<li class="${state}"><span>${escapeHtml(action)}</span>`,
    name === null ? '' : `<bdi class="quiet">${escapeHtml(name)}</bdi>`,
    `<b>${escapeHtml(price)}</b>`,
    staleAsOf === null
      ? `<span class="${state === 'fresh' ? 'quiet' : 'warning'}">${escapeHtml(below)}</span></li>`
      : `<time class="warning" datetime="${staleAsOf}">${escapeHtml(below)}</time></li>`,
  ].join('')

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
