import type { ConfigReading } from '../base/config.js'

type ShownSetting = ConfigReading['effective'][number]

const nameWidth = 26
const width = 80

export const formatSettings = (settings: readonly ShownSetting[]): string =>
  settings.map(({ name, value, about }) => [...entry(name, value), `  ${about}`].join('\n')).join('\n')

function entry(name: string, value: string): readonly string[] {
  const lines = ['']
  for (const part of value.split(/(?<=,)/)) {
    const last = lines.length - 1
    if (lines[last] !== '' && nameWidth + (lines[last] ?? '').length + part.length > width) lines.push(part)
    else lines[last] += part
  }
  return lines.map((line, index) => (index === 0 ? name : '').padEnd(nameWidth) + line)
}
