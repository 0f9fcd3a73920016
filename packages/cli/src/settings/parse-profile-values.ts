import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

/** `id=URL`: an exchange and the address to ask instead. */
export function readAddressRule(text: string): readonly [string, string] | null {
  const [, id, url] = /^(\w+)=(https?:\/\/.+)$/.exec(text.trim()) ?? []
  return id !== undefined && url !== undefined && URL.canParse(url) ? [id, url] : null
}

export const readAddresses = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(',')
      .filter((rule) => rule.trim() !== '')
      .map((rule) => {
        const read = readAddressRule(rule)
        if (read === null) throw new CliError('usage', say('exchange-url must have the form binance=https://host.'))
        return read
      }),
  )

export function readSeconds(text: string): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds < 0.1 || seconds > 3600)
    throw new CliError('usage', say('timeout must be a number of seconds from 0.1 to 3600.'))
  return seconds
}
