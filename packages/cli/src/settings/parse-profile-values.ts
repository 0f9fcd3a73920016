import { CliError } from '../cli-error.js'
import { say } from '../words/say.js'

/** `id=URL`: an exchange and the address to ask instead. */
export function readAddressRule(text: string): readonly [string, string] | null {
  const [, id, url] = /^(\w+)=(https?:\/\/.+)$/.exec(text.trim()) ?? []
  return id !== undefined && url !== undefined && URL.canParse(url) ? [id, url] : null
}

/** Name of a setting in errors, if the bad value was saved. */
export const ofProfile = (setting: string): string => say('{setting} of the profile', { setting })

export const readAddresses = (text: string, from: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(',')
      .filter((rule) => rule.trim() !== '')
      .map((rule) => {
        const read = readAddressRule(rule)
        if (read === null)
          throw new CliError('usage', say('{name} must have the form binance=https://host.', { name: from }))
        return read
      }),
  )

export function readSeconds(text: string, from: string): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds < 0.1 || seconds > 3600)
    throw new CliError('usage', say('{name} must be a number of seconds from 0.1 to 3600.', { name: from }))
  return seconds
}
