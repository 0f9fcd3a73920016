import type { ConfigReading } from '../base/config.js'
import { stripControlChars } from '../base/log/pretty-line.js'

export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(stripControlChars))
  const lines = headings.length === 0 ? cells : [headings, ...cells]
  const widths: number[] = []
  for (const line of lines)
    line.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === line.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

type ShownSetting = ConfigReading['effective'][number]

const nameWidth = 26
const lineWidth = 80

export const formatSettings = (settings: readonly ShownSetting[]): string =>
  settings.map(({ name, value, about }) => [...entry(name, value), `  ${about}`].join('\n')).join('\n')

function entry(name: string, value: string): readonly string[] {
  const lines = ['']
  for (const part of value.split(/(?<=,)/)) {
    const last = lines.length - 1
    if (lines[last] !== '' && nameWidth + (lines[last] ?? '').length + part.length > lineWidth) lines.push(part)
    else lines[last] += part
  }
  return lines.map((line, index) => (index === 0 ? name : '').padEnd(nameWidth) + line)
}

const barWidth = 24

type Terminal = { readonly isTTY?: boolean; write(text: string): unknown }

export function createProgressLine(terminal: Terminal) {
  let shown = ''
  const show = (line: string): void => {
    if (terminal.isTTY !== true || line === shown) return
    shown = line
    terminal.write(`\r\u001b[K${line}`)
  }
  return {
    show: (done: number, all: number, words: string): void => {
      const share = all === 0 ? 1 : Math.min(1, done / all)
      const bar = '#'.repeat(Math.floor(share * barWidth)).padEnd(barWidth, '-')
      show(`  [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${words}`)
    },
    clear: (): void => show(''),
  }
}
