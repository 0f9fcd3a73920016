import type { PriceAvailability, Source, SourceHistory } from '@p2p-rates/contract'
import type { Times } from '../../formats/times-and-zones.js'
import type { Translator } from '../../words/translator.js'
import { currentExchangeStates } from './current-exchange-states.js'
import { fiatList, incidentWords, momentWords } from './incident-words.js'

type Facts = {
  readonly history: SourceHistory
  readonly sources: readonly Source[]
  readonly fiat: string | null
  readonly times: Times
  readonly nowMs: number
}

export function summaryOf(translator: Translator, facts: Facts) {
  const { t } = translator
  const { history, fiat } = facts
  const currencies = history.currencies.filter((one) => fiat === null || one.fiat === fiat)
  if (history.observed_at === null && currencies.every(({ buy, sell }) => !buy && !sell))
    return { sentence: t('status.waiting'), details: [t('status.waiting.how')] }
  const problems = [...ongoing(translator, facts), ...missingPrices(translator, currencies)]
  return {
    sentence: fiat === null ? overallSummary(translator, currencies) : currencySummary(translator, fiat, facts),
    details: problems.length === 0 ? [t('status.calm')] : problems,
  }
}

function overallSummary({ t }: Translator, currencies: readonly PriceAvailability[]): string {
  const current = currencies.filter(({ buy, sell }) => buy && sell).length
  if (current === 0) return t('status.current.none')
  return current === currencies.length
    ? t('status.current.all', { n: current })
    : t('status.current.some', { some: current, all: currencies.length })
}

function currencySummary({ t }: Translator, fiat: string, { sources }: Facts): string {
  const traded = currentExchangeStates(sources, fiat).filter((one) => one.traded > 0)
  const live = traded.filter((one) => one.live > 0)
  if (live.length === 0) return t('status.fiat.none', { fiat })
  return live.length === traded.length
    ? t('status.fiat.all', { fiat, n: live.length })
    : t('status.fiat.some', { fiat, some: live.length, all: traded.length })
}

const maxListed = 2

function ongoing(translator: Translator, { history, sources, times, nowMs }: Facts): string[] {
  const { t } = translator
  const open = history.incidents.filter(({ ended_at }) => ended_at === null)
  const listed = open.slice(0, maxListed).map((incident) =>
    t('status.goes_on', {
      what: incidentWords(translator, incident, { sources, nowMs }).title,
      time: momentWords(times, Date.parse(incident.started_at), nowMs),
    }),
  )
  return open.length > maxListed ? [...listed, t('status.goes_on.more', { n: open.length - maxListed })] : listed
}

function missingPrices(translator: Translator, currencies: readonly PriceAvailability[]): string[] {
  const ways = [
    ['status.lacks.both', ({ buy, sell }: PriceAvailability) => !buy && !sell],
    ['status.lacks.sell', ({ buy, sell }: PriceAvailability) => buy && !sell],
    ['status.lacks.buy', ({ buy, sell }: PriceAvailability) => !buy && sell],
  ] as const
  return ways.flatMap(([key, isSo]) => {
    const fiats = currencies.filter(isSo).map(({ fiat }) => fiat)
    return fiats.length === 0 ? [] : [translator.t(key, { fiats: fiatList(translator, fiats), n: fiats.length })]
  })
}
