import { type Incident, incidentKinds, type Source, type SourceHistory, sourceCauses } from '@p2p-rates/contract'
import { fiats } from '@p2p-rates/core'
import { describe, expect, test } from 'vitest'
import { createTimes } from '../../formats/times-and-zones.js'
import { allWords } from '../../testing/all-words.js'
import { allSources, strip, theHistory } from '../../testing/known-status.js'
import { en } from '../../words/en.js'
import { createTranslator } from '../../words/translator.js'
import { currentExchangeStates } from './current-exchange-states.js'
import { fiatList, incidentWords, whenWords } from './incident-words.js'
import { sharesOf, stateIntervals } from './state-intervals.js'
import { summaryOf } from './summary.js'
import { tickSlots } from './time-axis.js'

const nowMs = Date.parse('2026-11-21T10:06:00.000Z')
const english = createTranslator(en, 'en')
const kyiv = createTimes('en', 'kyiv')
const sources = allSources(nowMs)
const history = theHistory(nowMs)
const minutes = (count: number) => new Date(nowMs - count * 60_000).toISOString()

const incident = (facts: Partial<Incident> = {}): Incident => ({
  kind: 'stale',
  exchange: 'okx',
  cause: 'timeout',
  fiats: [...fiats],
  started_at: minutes(30),
  ended_at: null,
  ...facts,
})
const summary = (
  changed: Partial<SourceHistory> = {},
  fiat: string | null = null,
  known: readonly Source[] = sources,
) => summaryOf(english, { history: { ...history, ...changed }, sources: known, fiat, times: kyiv, nowMs })
const currencies = (buy: readonly string[], sell: readonly string[]) =>
  fiats.map((fiat) => ({ fiat, buy: !buy.includes(fiat), sell: !sell.includes(fiat) }))

describe('the page in a sentence', () => {
  test('counts the currencies that can be bought and sold', () => {
    expect(summary({ currencies: currencies([], []) }).sentence).toBe('Prices are current in all 19 currencies.')
    expect(summary({ currencies: currencies(['MDL'], ['GEL', 'MDL']) }).sentence).toBe(
      'Prices are current in 17 of 19 currencies.',
    )
    expect(summary({ currencies: currencies(fiats, fiats) }).sentence).toBe('No currency has a current price.')
  })

  test('lists the troubles of each currency, and says so if there are none', () => {
    const { details } = summary({ incidents: [], currencies: currencies(['AZN', 'MDL', 'KGS'], ['MDL']) })
    expect(details).toEqual(['MDL has no current price.', 'AZN, KGS have too few trusted ads for a buy price.'])
    expect(summary({ incidents: [], currencies: currencies([], []) }).details).toEqual(['No incident at the moment.'])
  })

  test('names two ongoing incidents, and counts the rest', () => {
    const open = [
      incident(),
      incident({ exchange: 'mexc' }),
      incident({ exchange: 'kucoin' }),
      incident({ ended_at: minutes(1) }),
    ]
    expect(summary({ incidents: open, currencies: currencies([], []) }).details).toEqual([
      'No fresh prices from OKX since 11:36.',
      'No fresh prices from MEXC since 11:36.',
      '1 more incident.',
    ])
  })

  test('of one currency counts the exchanges that trade it', () => {
    expect(summary({}, 'UAH').sentence).toBe('Prices in UAH are current on 3 of 6 exchanges that trade it.')
    expect(summary({}, 'MDL').sentence).toBe('Prices in MDL are current on 1 of 2 exchanges that trade it.')
    const live = sources.map((source) => ({ ...source, state: 'live' }))
    expect(summary({}, 'UAH', live).sentence).toBe('Prices in UAH are current on all 6 exchanges that trade it.')
    const stale = sources.map((source) => ({ ...source, state: 'stale' }))
    expect(summary({}, 'UAH', stale).sentence).toBe('There is no current price in UAH.')
    expect(summary({}, 'MDL').details.at(-1)).toBe('MDL has too few trusted ads for a sell price.')
  })

  test('of a server that has never looked waits for the first prices', () => {
    const { sentence } = summary({ observed_at: null, currencies: currencies(fiats, fiats) })
    expect(sentence).toBe('The first prices are being collected.')
    expect(summary({ observed_at: null }).sentence).toBe('Prices are current in 18 of 19 currencies.')
  })
})

describe('what happened', () => {
  const words = (facts: Partial<Incident>) => incidentWords(english, incident(facts), { sources, nowMs })

  test('is in the present tense while it lasts and in the past tense afterwards', () => {
    expect(words({ kind: 'blocked', cause: 'blocked' }).title).toBe('OKX refuses this server')
    expect(words({ kind: 'blocked', cause: 'blocked', ended_at: minutes(1) }).title).toBe('OKX refused this server')
  })

  test('names its currencies unless it touched all that the exchange trades', () => {
    expect(words({ fiats: ['UAH', 'EUR'] }).title).toBe('No fresh prices from OKX in UAH, EUR')
    expect(words({ fiats: fiats.filter((fiat) => fiat !== 'MDL') }).title).toBe('No fresh prices from OKX')
    expect(fiatList(english, ['A', 'B', 'C', 'D', 'E', 'F'])).toBe('A, B, C, D, E, F')
    expect(fiatList(english, ['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A, B, C, D, E and 2 more')
  })

  test('says its cause, and what its kind means where no cause is known', () => {
    expect(words({ cause: 'rate_limited' }).why).toBe('It asked for fewer requests.')
    expect(words({ cause: null }).why).toBe('Its last answers were too old to be used.')
    expect(words({ cause: 'moon' }).why).toBe('Its last answers were too old to be used.')
    expect(words({ kind: 'offline', exchange: null, cause: 'network', ended_at: minutes(0) }).why).toContain(
      'for 30 min.',
    )
    expect(words({ kind: 'eclipse', cause: 'moon', exchange: 'new\u202eone' })).toEqual({
      title: 'An incident on newone',
      why: '',
    })
  })

  test.each(['en', 'uk'] as const)('has words for every kind and cause in %s', async (language) => {
    const speech = createTranslator(await allWords(language), language)
    for (const kind of incidentKinds)
      for (const ended_at of [null, minutes(1)]) {
        const { title } = incidentWords(speech, incident({ kind, ended_at }), { sources, nowMs })
        expect(title).not.toContain('{')
        expect(title).not.toBe(speech.t('incident.unknown', { exchange: 'OKX' }))
      }
    for (const cause of sourceCauses)
      expect([cause, speech.findText(`cause.${cause}`)]).toEqual([cause, expect.any(String)])
  })

  test('says when, with the day where it is another one', () => {
    const when = (started_at: string, ended_at: string | null) =>
      whenWords(english, kyiv, incident({ started_at, ended_at }), nowMs)
    expect(when('2026-11-21T07:12:00Z', null)).toBe('since 09:12')
    expect(when('2026-11-20T07:12:00Z', null)).toBe('since 20 Nov, 09:12')
    expect(when('2026-11-21T01:20:00Z', '2026-11-21T02:00:00Z')).toBe('03:20 to 04:00')
    expect(when('2026-11-20T01:20:00Z', '2026-11-20T02:00:00Z')).toBe('20 Nov, 03:20 to 04:00')
    expect(when('2026-11-20T21:50:00Z', '2026-11-20T22:40:00Z')).toBe('20 Nov, 23:50 to 00:40')
  })
})

test('an exchange is live, partly live, or in the state of most of its currencies', () => {
  const now = new Map(currentExchangeStates(sources, null).map((one) => [one.exchange, one]))
  expect(now.get('binance')).toMatchObject({ state: 'live', live: 19, traded: 19 })
  expect(now.get('bybit')).toMatchObject({ state: 'blocked', live: 0, traded: 19 })
  expect(now.get('mexc')).toMatchObject({ state: 'some', live: 9, traded: 11 })
  expect(currentExchangeStates(sources, 'GEL').map(({ state }) => state)).toEqual([
    'live',
    'blocked',
    'live',
    'unsupported',
    'unsupported',
    'unsupported',
  ])
  expect(now.get('binance')?.observedAtMs).toBe(nowMs - 41_000)
})

test('a strip in words is its stretches, the newest first, without the time before the first look', () => {
  const parts = strip('.80 l10 .2 b4')
  const told = stateIntervals({ ...history }, { exchange: 'okx', parts })
  const slot = (ms: number) => (ms - Date.parse(history.from_at)) / 900_000
  expect(told.map(({ state, fromMs, toMs }) => [state, slot(fromMs), toMs === null ? null : slot(toMs)])).toEqual([
    ['blocked', 92, null],
    [null, 90, 92],
    ['live', 80, 90],
  ])
  expect(sharesOf({ parts }).map(([state]) => state)).toEqual([null, 'live', 'blocked'])
  expect(sharesOf({ parts }).reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(100)
})

test('the axis has a mark every six hours of the reader’s day, or every fifth midnight', () => {
  const startMs = (at: number) => Date.parse(history.from_at) + at * 900_000
  expect(tickSlots(history, '24h', kyiv).map((at) => kyiv.clock(startMs(at)))).toEqual([
    '18:00',
    '00:00',
    '06:00',
    '12:00',
  ])
  const month = { from_at: '2026-10-22T12:00:00Z', to_at: '2026-11-21T12:00:00Z', slot_seconds: 21_600 }
  const ticks = tickSlots(month, '30d', kyiv)
  expect(ticks).toHaveLength(6)
  expect(new Set(ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0)))).toEqual(new Set([20]))
})
