import { defaultPlans } from '@p2p-rates/contract'
import { normalRules } from '@p2p-rates/core'
import { usualExchanges } from '@p2p-rates/core/internal'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../../base/log/log.js'
import { createMarketData } from '../../../market/market-data.js'
import { openMemoryStore } from '../../../storage/sqlite/open-store.js'
import { createFakeClock } from '../../../testing/fake-clock.js'
import { aSnapshot } from '../../webhooks/testing/a-snapshot.js'
import type { InboxStore } from '../inbox-store.js'
import { anInbox } from '../testing/an-inbox.js'
import { createPriceAnswers, createPriceReplies } from './price-replies.js'

const clock = createFakeClock()
const person = { userId: '7', chatId: '77', languageCode: 'en' }
let store: InboxStore
let counted: string[]
let waitSeconds: number | null
let flags: { isSimulated: boolean; isReplay: boolean }
beforeEach(() => {
  store = openMemoryStore().inboxes
  counted = []
  waitSeconds = null
  flags = { isSimulated: false, isReplay: false }
})

function replies({ plan = 'Pro', mayRead = true, ads = 8, methods = ['Monobank'], on, count }: Partial<Setting> = {}) {
  const dataOf = createMarketData({
    exchanges: usualExchanges,
    latest: { sources: () => [] },
    rules: normalRules,
    isSimulated: () => flags.isSimulated,
  })
  const visitors = { allowance: { plan, limits: defaultPlans[plan] }, mayRead }
  const answer = createPriceAnswers({
    fiats: ['UAH', 'EUR'],
    exchanges: usualExchanges,
    marketOf: (fiat) =>
      fiat === 'UAH'
        ? dataOf(
            aSnapshot({
              buy: 41.3,
              sell: 41.05,
              ads,
              nowMs: clock.wallMs() - 12_000,
              paymentMethods: methods,
              ...(on && { exchanges: on }),
            }),
          )
        : null,
    origin: { flags: () => flags },
    visitors,
    clock,
  })
  return createPriceReplies({
    answer,
    count:
      count ??
      (async ({ id }) => {
        counted.push(id)
        return waitSeconds
      }),
    visitors,
    store,
    botName: () => 'test_rates_bot',
    clock,
    log: silentLog,
  })
}
type Setting = {
  readonly plan: 'Free' | 'Pro'
  readonly mayRead: boolean
  readonly ads: number
  readonly methods: readonly string[]
  /** Exchanges with ads. */
  readonly on: readonly string[]
  readonly count: Parameters<typeof createPriceReplies>[0]['count']
}

async function ask(text: string, setting: Partial<Setting> = {}, asker = person) {
  const reply = await replies(setting).answerCommand(text, asker)
  return reply === null || reply === 'other' ? reply : `${reply.subject}\n${reply.text}`.trim()
}

describe('/rate', () => {
  test('returns both prices, each with age and confidence', async () => {
    const text = await ask('/rate uah')
    expect(text).toMatch(
      /^USDT in UAH\nBuy at 41\.30 UAH on \S.*, 12 s ago\.\nConfidence \w+\.\nSell at 41\.05 UAH on /,
    )
    expect(counted).toEqual(['visitor telegram 7'])
  })

  test('says why confidence is low', async () => {
    expect(await ask('/rate UAH', { ads: 1, on: ['okx'] })).toContain('Low confidence: ')
  })

  test('takes the language of the linked chat before that of the app', async () => {
    expect(await ask('/rate UAH', {}, { ...person, languageCode: 'uk' })).toMatch(/Купівля за 41,30 UAH .* 12 с тому/)
    await store.create(anInbox({ kind: 'telegram', address: '77', language: 'uk' }), 5)
    expect(await ask('/rate UAH')).toMatch(/^USDT у UAH\nКупівля/)
  })

  test('of simulated prices says so first', async () => {
    flags = { isSimulated: true, isReplay: false }
    expect(await ask('/rate UAH')).toMatch(/^USDT in UAH\nSIMULATED: /)
    expect(await ask('/quote 20000 UAH')).toMatch(/\nSIMULATED: /)
  })

  test('takes a payment method, and lists the most common ones if no ad takes it', async () => {
    expect(await ask('/rate UAH mono')).toContain('Buy at 41.30')
    const none = await ask('/rate UAH <b>x</b> *evil.example*')
    expect(none).toBe('No ad takes this payment method now. The most common for UAH: Monobank.')
  })

  test.each(['/rate XYZ', '/quote 5 XYZ', '/quote sell 5 usdt'])('%s lists the currencies', async (text) => {
    expect(await ask(text)).toBe('This currency is unknown here. Currencies: UAH, EUR.')
  })

  test.each(['/rate', '/rate 41', '/rate [a](http://b)', '/rate UAH \u202e', `/rate UAH ${'x'.repeat(65)}`])(
    '%s gets no markup and no repeated text',
    async (text) => {
      expect(await ask(text)).not.toMatch(/http|\u202e|xxx/)
    },
  )

  test('without fresh prices says so', async () => {
    expect(await ask('/rate EUR')).toBe('There are no fresh prices for EUR at the moment.')
  })
})

describe('/quote', () => {
  test('buys by default, within the payment method, and names trades, confidence and age', async () => {
    const text = await ask('/quote 20000 UAH monobank')
    expect(text).toMatch(/^Buy USDT for 20,000 UAH\nYou pay 20,000 UAH and get 48\d\.\d+ USDT, at 41\.3/)
    expect(text).toMatch(/\n1\. .+: 20,000 UAH for 48\d\.\d+ USDT at 41\.30\n/)
    expect(text).toMatch(/onfidence.*\nPrices received 12 s ago\.$/)
  })

  test('sells, and reads an amount in groups of digits', async () => {
    expect(await ask('/quote 20,000 UAH')).toMatch(/^Buy USDT for 20,000 UAH\n/)
    expect(await ask('/quote sell 20 000 UAH')).toMatch(/^Sell USDT for 20,000 UAH\nYou give 48\d/)
  })

  test('names the amount that is left over', async () => {
    expect(await ask('/quote 1 UAH')).toMatch(/1 UAH left over/)
  })

  test.each(['/quote', '/quote 20,5 UAH', '/quote -5 UAH', '/quote 0 UAH', '/quote 1e9 UAH', '/quote UAH'])(
    '%s explains the command',
    async (text) => {
      expect(await ask(text)).toMatch(/^Type \/quote, .* Currencies: UAH, EUR\.$/)
    },
  )

  test('is refused if visitors have a plan without it', async () => {
    expect(await ask('/quote 20000 UAH', { plan: 'Free' })).toBe('This server shows quotes only to accounts.')
  })
})

test('a user over the limit gets one refusal, until the limit allows more', async () => {
  waitSeconds = 20
  const same = replies()
  const told = async () => {
    const reply = await same.answerCommand('/rate UAH', person)
    return reply === null || reply === 'other' ? reply : reply.subject
  }
  expect([await told(), await told()]).toEqual(['Too many questions. Ask again in 20 s.', null])
  clock.advance(20_000)
  expect(await told()).toMatch(/Too many/)
  waitSeconds = null
  expect(await told()).toBe('USDT in UAH')
})

test('if the pages need an account, only linked chats get prices', async () => {
  expect(await ask('/rate UAH', { mayRead: false })).toBeNull()
  await store.create(anInbox({ kind: 'telegram', address: '77' }), 5)
  expect(await ask('/rate UAH', { mayRead: false })).toMatch(/^USDT in UAH/)
})

test('a failing limiter costs an answer, never the polling', async () => {
  expect(await ask('/rate UAH', { count: () => Promise.reject(new Error('gone')) })).toBeNull()
})

test.each([
  ['/rate@test_rates_bot UAH', /^USDT in UAH/],
  ['/RATE@Test_Rates_Bot UAH', /^USDT in UAH/],
])('%s names this bot', async (text, expected) => {
  expect(await ask(text)).toMatch(expected)
})

test.each([
  ['/rate@another_bot UAH', null],
  ['/rates UAH', 'other'],
  ['rate UAH', 'other'],
  ['/start', 'other'],
])('%s gets no price', async (text, expected) => {
  expect(await ask(text)).toBe(expected)
  expect(counted).toEqual([])
})

test.each([
  ['rate UAH', 'USDT in UAH'],
  ['uah', 'USDT in UAH'],
  ['quote sell 20000 UAH', 'Sell USDT for 20,000 UAH'],
  ['20000 UAH', 'Buy USDT for 20,000 UAH'],
  ['', undefined],
  ['rat', 'This currency is unknown here. Currencies: UAH, EUR.'],
  ['quote 20', undefined],
])('the inline query %j', async (query, subject) => {
  expect((await replies().answerInline(query, person))?.subject).toBe(subject)
  expect(counted.length).toBe(subject === undefined ? 0 : 1)
})
