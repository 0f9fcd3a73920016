import type { BoardTheme } from '@p2p-rates/contract'
import { escapeHtml } from '../escape.js'
import { boardStyles } from './board-styles.js'
import type { BoardLine, BoardText } from './board-text.js'

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

/** Interval of the page's automatic reload. */
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
