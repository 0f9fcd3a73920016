import { type Dictionary, noNames } from '../exchanges/define-exchange.js'
import { readDictionary } from '../exchanges/read-answer.js'
import type { Fault } from '../fault.js'
import { isFault } from '../fault.js'
import type { Ports } from './clock-and-random-ports.js'
import type { ExchangeConnection } from './exchange-connection.js'

/**
 * Names in use, with the fault if they are old or missing. False `isChecked`: an unproven remote collector may have
 * read them.
 */
type KnownNames = { readonly names: Dictionary; readonly fault: Fault | null; readonly isChecked: boolean }

export type ExchangeNameLists = {
  /** Never fails: without an answer it gives the last known names, at worst none. */
  namesFor(fiat: string): Promise<KnownNames>
}

/** One exchange's own lists, fetched once a day. */
export function createExchangeNameLists(
  connection: ExchangeConnection,
  ports: Pick<Ports, 'elapsedMs'>,
): ExchangeNameLists {
  const { exchange } = connection
  const { dictionary } = exchange
  const kept = new Map<string, { known: Promise<KnownNames>; untilMs: number }>()

  async function load(fiat: string, last: Promise<KnownNames> | undefined): Promise<KnownNames> {
    if (dictionary === undefined) return { names: noNames, fault: null, isChecked: true }
    let isChecked = true
    const read = await connection.fetchAndParse(
      { request: dictionary.request({ fiat }), about: { fiat, ads: null } },
      (answer, observedAtMs) => {
        isChecked = answer.remote?.checked !== false
        return readDictionary(exchange, answer, observedAtMs)
      },
    )
    const before = await last
    if (isFault(read)) return { names: noNames, isChecked: false, ...before, fault: read }
    return isChecked || before?.isChecked !== true
      ? { names: read, fault: null, isChecked }
      : { ...before, fault: null }
  }

  return {
    async namesFor(fiat) {
      const key = dictionary?.global === false ? fiat : ''
      const entry = kept.get(key)
      if (entry !== undefined && ports.elapsedMs() < entry.untilMs) return entry.known

      const fresh = { known: load(fiat, entry?.known), untilMs: ports.elapsedMs() + dayMs }
      kept.set(key, fresh)
      const known = await fresh.known
      if (known.fault !== null || !known.isChecked)
        fresh.untilMs = ports.elapsedMs() + (known.fault?.kind === 'unavailable' ? soonMs : retryMs)
      return known
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000
const retryMs = 5 * 60 * 1000
/** Retry delay after `unavailable`: no remote collector was free, or the exchange failed for a moment. */
const soonMs = 20_000
