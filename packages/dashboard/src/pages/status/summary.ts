import type { CurrencyNow, Source, SourceHistory } from '@p2p-rates/contract'
import type { Times } from '../../formats/times.js'
import type { Speech } from '../../words/speech.js'
import { exchangesNow } from './exchanges-now.js'
import { fiatList, incidentWords, momentWords } from './incident-words.js'

/** The page in a sentence, and what stands behind it. */
export type Summary = { readonly sentence: string; readonly details: readonly string[] }

type Facts = {
  readonly history: SourceHistory
  readonly sources: readonly Source[]
  readonly fiat: string | null
  readonly times: Times
  readonly nowMs: number
}

/** Where data are missing now, since when, and whether it touches the reader. */
export function summaryOf(speech: Speech, facts: Facts): Summary {
  const { say } = speech
  const { history, fiat } = facts
  const currencies = history.currencies.filter((one) => fiat === null || one.fiat === fiat)
  if (history.observed_at === null && currencies.every(({ buy, sell }) => !buy && !sell))
    return { sentence: say('status.waiting'), details: [say('status.waiting.how')] }
  const troubles = [...ongoing(speech, facts), ...lacking(speech, currencies)]
  return {
    sentence: fiat === null ? overall(speech, currencies) : ofOne(speech, fiat, facts),
    details: troubles.length === 0 ? [say('status.calm')] : troubles,
  }
}

function overall({ say }: Speech, currencies: readonly CurrencyNow[]): string {
  const current = currencies.filter(({ buy, sell }) => buy && sell).length
  if (current === 0) return say('status.current.none')
  return current === currencies.length
    ? say('status.current.all', { n: current })
    : say('status.current.some', { some: current, all: currencies.length })
}

function ofOne({ say }: Speech, fiat: string, { sources }: Facts): string {
  const traded = exchangesNow(sources, fiat).filter((one) => one.traded > 0)
  const live = traded.filter((one) => one.live > 0)
  if (live.length === 0) return say('status.fiat.none', { fiat })
  return live.length === traded.length
    ? say('status.fiat.all', { fiat, n: live.length })
    : say('status.fiat.some', { fiat, some: live.length, all: traded.length })
}

/** So many are told in the head of the page; all of them stand below. */
const mostTold = 2

function ongoing(speech: Speech, { history, sources, times, nowMs }: Facts): string[] {
  const { say } = speech
  const open = history.incidents.filter(({ ended_at }) => ended_at === null)
  const told = open.slice(0, mostTold).map((incident) =>
    say('status.goes_on', {
      what: incidentWords(speech, incident, { sources, nowMs }).title,
      time: momentWords(times, Date.parse(incident.started_at), nowMs),
    }),
  )
  return open.length > mostTold ? [...told, say('status.goes_on.more', { n: open.length - mostTold })] : told
}

function lacking(speech: Speech, currencies: readonly CurrencyNow[]): string[] {
  const ways = [
    ['status.lacks.both', ({ buy, sell }: CurrencyNow) => !buy && !sell],
    ['status.lacks.sell', ({ buy, sell }: CurrencyNow) => buy && !sell],
    ['status.lacks.buy', ({ buy, sell }: CurrencyNow) => !buy && sell],
  ] as const
  return ways.flatMap(([key, isSo]) => {
    const fiats = currencies.filter(isSo).map(({ fiat }) => fiat)
    return fiats.length === 0 ? [] : [speech.say(key, { fiats: fiatList(speech, fiats), n: fiats.length })]
  })
}
