import type { SourceCause, SourceState } from '@p2p-rates/contract'
import { type Condition, minuteMs } from '../../history-stores.js'
import { applyMinute, createUptime, dayOf, type Uptime } from '../uptime.js'

/** Letters for the state in a minute; a dot means no sample. */
const letters: Readonly<Record<string, Condition>> = {
  l: { state: 'live', cause: null },
  s: { state: 'stale', cause: 'unavailable' },
  n: { state: 'stale', cause: 'network' },
  f: { state: 'frozen', cause: null },
  b: { state: 'blocked', cause: 'blocked' },
  h: { state: 'held_out', cause: 'implausible' },
  e: { state: 'empty', cause: null },
  u: { state: 'unsupported', cause: null },
} satisfies Record<string, { state: SourceState; cause: SourceCause | null }>

/** A month as it was seen: of each source, by `UAH okx`, a letter a minute from an instant on: `l*20 b*3 .*5`. */
export const anUptime = (
  fromMs: number,
  sources: Readonly<Record<string, string>>,
  asked = { due: 2, answered: 2 },
): Uptime => {
  const uptime = createUptime(dayOf(fromMs) - 31, 33)
  for (const [name, text] of Object.entries(sources)) {
    const [fiat = '', exchange = ''] = name.split(' ')
    expandLetters(text).forEach((letter, minute) => {
      const condition = letters[letter]
      if (condition === undefined) return
      const glance = { fiat, exchange, ...condition, ageSeconds: null, ...asked }
      applyMinute(uptime, { startMs: fromMs + minute * minuteMs, glances: [glance] })
    })
  }
  return uptime
}

const expandLetters = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [letter = '', times = '1'] = part.split('*')
    return Array.from({ length: Number(times) }, () => letter)
  })
