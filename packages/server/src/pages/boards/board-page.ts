import type { BoardTheme } from '@p2p-rates/contract'
import { escapeHtml } from '../escape.js'
import type { BoardLine, BoardText } from './board-lines.js'
import { boardStyles } from './board-styles.js'

export const pageStyles = boardStyles(
  [
    '*{box-sizing:border-box}',
    'body{margin:0;padding:12px;font:15px/1.4 system-ui,sans-serif}',
    'table{width:100%;border-collapse:collapse}',
    'caption{text-align:start}',
    'h1{margin:0 0 8px;font-size:17px;font-weight:600}',
    'th,td{padding:8px 0 8px 10px;text-align:start;vertical-align:top;font-weight:400}',
    'th:first-child{padding-left:0}',
    'td:nth-child(2){font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}',
    'thead th,small,td:last-child,p{font-size:13px}',
    // Marks that pile up stay on their own line.
    'bdi{display:block;overflow:hidden;overflow-wrap:anywhere}',
    'p{margin:8px 0 0}',
  ].join(''),
  ({ ground, text, quiet, warning, line }) =>
    `body{background:${ground};color:${text}}tbody tr{border-top:1px solid ${line}}thead th,small,td:last-child,p{color:${quiet}}.stands td,.none td{color:${warning}}`,
)

/** A price board as a page that needs no script. What is put in is escaped here and nowhere else. */
export const boardPage = ({ language, title, headings, lines, notes }: BoardText, theme: BoardTheme): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="refresh" content="${againSeconds}">`,
    '<meta name="robots" content="noindex">',
    `<style>${pageStyles[theme].css}</style></head>`,
    '<body>',
    `<main><table><caption><h1><bdi>${escapeHtml(title)}</bdi></h1></caption>`,
    `<thead><tr>${[headings.what, headings.price, headings.age].map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...lines.map(row),
    '</tbody></table>',
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')

/** How long a page stands before it asks anew. */
export const againSeconds = 60

const row = ({ name, deed, price, age, asOf, state }: BoardLine): string =>
  [
    `<tr class="${state}"><th scope="row"><bdi>${escapeHtml(name)}</bdi><small>${escapeHtml(deed)}</small></th>`,
    `<td>${escapeHtml(price)}</td>`,
    `<td>${asOf === null ? escapeHtml(age) : `<time datetime="${asOf}">${escapeHtml(age)}</time>`}</td></tr>`,
  ].join('')
