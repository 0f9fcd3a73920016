import { exchangeIds, fiats } from '@p2p-rates/core'
import { checkEach } from '@p2p-rates/core/testing'
import { describe, expect, test } from 'vitest'
import { createWebhook, getWebhook, updateWebhook } from '../endpoints/alerts/webhooks.js'
import { candles } from '../endpoints/history/candles.js'
import { history } from '../endpoints/history/history.js'
import { arbitrage } from '../endpoints/prices/arbitrage.js'
import { orderbook } from '../endpoints/prices/orderbook.js'
import { quote } from '../endpoints/prices/quote.js'
import { rates } from '../endpoints/prices/rates.js'
import { sources } from '../endpoints/service/sources.js'
import { readBody, readPath, readQuery } from './input.js'
import { defaultPlans } from './plans.js'

const limits = defaultPlans.Pro
const all = { rates, orderbook, history, arbitrage, candles, quote, sources }

const read = (endpoint: keyof typeof all, query: string) =>
  readQuery(all[endpoint].query, new URLSearchParams(query), limits)
const valuesOf = (endpoint: keyof typeof all, query: string) => {
  const reading = read(endpoint, query)
  return reading.ok ? reading.values : reading.problem
}
const problemOf = (endpoint: keyof typeof all, query: string) => {
  const reading = read(endpoint, query)
  return reading.ok ? null : `${reading.problem.code} ${reading.problem.param}`
}

describe('an absent field takes its documented default', () => {
  test('in every endpoint', () =>
    checkEach(
      [
        ['rates', '', { fiat: 'UAH', format: 'json' }],
        ['orderbook', 'exchange=okx', { exchange: 'okx', fiat: 'UAH', side: 'BUY', rows: 10, format: 'json' }],
        ['history', '', { fiat: 'UAH', exchange: 'best', hours: 24, max_points: 300, format: 'json' }],
        ['arbitrage', '', { fiat: 'UAH', amount: 1000, transfer_fee_usdt: 1, trade_worth_usdt: 0.25, format: 'json' }],
        ['candles', '', { fiat: 'UAH', exchange: 'best', interval: '1h', hours: 24, format: 'json' }],
        ['sources', '', { fiat: undefined, exchange: undefined, format: 'json' }],
      ] as const,
      ([endpoint, query, values]) => {
        expect(valuesOf(endpoint, query)).toEqual(values)
      },
    ))
})

describe('accepted', () => {
  test('in each form that is documented', () =>
    checkEach(
      [
        ['rates', 'fiat=uah', { fiat: 'UAH' }],
        ['rates', 'fiat=pLn', { fiat: 'PLN' }],
        ['orderbook', 'exchange=okx&side=sell', { side: 'SELL' }],
        ['orderbook', 'exchange=okx&rows=1', { rows: 1 }],
        ['orderbook', 'exchange=okx&rows=007', { rows: 7 }],
        ['orderbook', 'exchange=okx&payment_method=Mono+bank', { payment_method: ['Mono bank'] }],
        ['orderbook', 'exchange=okx&payment_method=', { payment_method: undefined }],
        ['orderbook', `exchange=okx&payment_method=${'😀'.repeat(64)}`, { payment_method: ['😀'.repeat(64)] }],
        ['orderbook', 'exchange=okx&include=updated_at,trust', { include: ['trust', 'updated_at'] }],
        ['quote', 'amount=5&trade_worth_usdt=0', { transfer_fee_usdt: 1, trade_worth_usdt: 0 }],
        ['history', 'exchange=kucoin&format=csv', { exchange: 'kucoin', format: 'csv' }],
        ['arbitrage', 'amount=0.5&transfer_fee_usdt=0', { amount: 0.5, transfer_fee_usdt: 0 }],
        ['arbitrage', 'amount=999999999999&transfer_fee_usdt=1000', { amount: 999999999999, transfer_fee_usdt: 1000 }],
        ['arbitrage', 'amount=1.00000001', { amount: 1.00000001 }],
        ['quote', 'amount_usdt=100', { amount: undefined, amount_usdt: 100 }],
        ['rates', 'include=rails,confidence', { include: ['confidence', 'rails'] }],
        ['orderbook', 'exchange=okx&trusted=true', { trusted: true }],
        ['orderbook', 'exchange=okx&trusted=false', { trusted: false }],
      ] as const,
      ([endpoint, query, values]) => {
        expect(valuesOf(endpoint, query)).toMatchObject(values)
      },
    ))

  test('as a currency, in any case', () =>
    checkEach(fiats, (fiat) => {
      expect(valuesOf('rates', `fiat=${fiat.toLowerCase()}`)).toMatchObject({ fiat })
    }))

  test('as an exchange', () =>
    checkEach(exchangeIds, (exchange) => {
      expect(valuesOf('orderbook', `exchange=${exchange}`)).toMatchObject({ exchange })
    }))
})

const notWholeNumbers = ['', '0', '-1', '%2B1', '1.5', '1.0', '1e1', '0x10', '١٠', '１０', ' 1', '1%20', 'NaN', 'ten']
const notAmounts = [
  '',
  '0',
  '-1',
  '%2B1',
  '1e3',
  '0x10',
  '1,5',
  '.5',
  '5.',
  '1.000000001',
  '1234567890123',
  'Infinity',
  '٣',
]

describe('refused, naming the parameter', () => {
  test('whatever is wrong with it', () =>
    checkEach(
      [
        ...notWholeNumbers.flatMap((text) => [
          ['orderbook', `exchange=okx&rows=${text}`, 'invalid_parameter rows'] as const,
          ['history', `hours=${text}`, 'invalid_parameter hours'] as const,
          ['history', `max_points=${text}`, 'invalid_parameter max_points'] as const,
        ]),
        ...notAmounts.map((text) => ['arbitrage', `amount=${text}`, 'invalid_parameter amount'] as const),
        ['arbitrage', 'transfer_fee_usdt=1000.00000001', 'invalid_parameter transfer_fee_usdt'],
        ['arbitrage', 'transfer_fee_usdt=-0', 'invalid_parameter transfer_fee_usdt'],
        ['rates', 'fiat=XXX', 'unsupported_fiat fiat'],
        ['rates', 'fiat=%C4%B1nr', 'unsupported_fiat fiat'],
        ['rates', 'fiat=constructor', 'unsupported_fiat fiat'],
        ['rates', 'fiat=', 'invalid_parameter fiat'],
        ['rates', 'fiat=UAH&fiat=UAH', 'invalid_parameter fiat'],
        ['orderbook', '', 'invalid_parameter exchange'],
        ['orderbook', 'exchange=', 'invalid_parameter exchange'],
        ['orderbook', 'exchange=Binance', 'unsupported_exchange exchange'],
        ['orderbook', 'exchange=best', 'unsupported_exchange exchange'],
        ['orderbook', 'exchange=okx&exchange=bybit', 'invalid_parameter exchange'],
        ['orderbook', 'exchange=okx&side=both', 'invalid_parameter side'],
        ['orderbook', 'exchange=okx&side=', 'invalid_parameter side'],
        ['orderbook', 'exchange=okx&include=', 'invalid_parameter include'],
        ['orderbook', 'exchange=okx&include=secrets', 'invalid_parameter include'],
        ['orderbook', `exchange=okx&payment_method=${'a'.repeat(65)}`, 'invalid_parameter payment_method'],
        ['history', 'exchange=nowhere', 'unsupported_exchange exchange'],
        ['history', 'format=xml', 'invalid_parameter format'],
        ['candles', 'interval=2h', 'invalid_parameter interval'],
        ['rates', 'include=', 'invalid_parameter include'],
        ['rates', 'include=rails,rails', 'invalid_parameter include'],
        ['rates', 'include=rails,', 'invalid_parameter include'],
        ['orderbook', 'exchange=okx&trusted=1', 'invalid_parameter trusted'],
        ['quote', '', 'invalid_parameter amount_usdt'],
        ['rates', 'fait=EUR', 'invalid_parameter fait'],
        ['rates', 'fiat=EUR&__proto__=1', 'invalid_parameter __proto__'],
        ['rates', '=EUR', 'invalid_parameter '],
        ['rates', 'constructor=1', 'invalid_parameter constructor'],
        ['rates', `${'😀'.repeat(40)}=1`, `invalid_parameter ${'😀'.repeat(32)}`],
        ['quote', 'amount=1&amount_usdt=1', 'invalid_parameter amount_usdt'],
      ] as const,
      ([endpoint, query, problem]) => {
        expect(problemOf(endpoint, query)).toBe(problem)
      },
    ))

  test('the message names the accepted values', () => {
    expect(read('orderbook', 'exchange=okx&side=up')).toMatchObject({
      problem: { message: '`side` must be BUY or SELL.' },
    })
  })

  test('in a sentence that helps', () =>
    checkEach(
      [
        ['rates', 'fait=EUR', '`fait` is unknown: did you mean `fiat`?'],
        ['orderbook', 'exchange=okx&row=5', '`row` is unknown: did you mean `rows`?'],
        [
          'sources',
          'colour=red',
          'There is an unknown parameter `colour`. This endpoint takes `fiat`, `exchange`, `format`.',
        ],
        ['sources', '%3Cb%3E=1', 'There is an unknown parameter. This endpoint takes `fiat`, `exchange`, `format`.'],
        ['quote', '', '`amount_usdt` must be given, or `amount` in its place: exactly one of the two.'],
      ] as const,
      ([endpoint, query, message]) => {
        expect(read(endpoint, query)).toMatchObject({ problem: { message } })
      },
    ))

  test('and asked whether a similar word was meant', () =>
    checkEach(
      [
        ['rates', 'fiat=UHA', 'UAH'],
        ['rates', 'fiat=usdt', 'USD'],
        ['orderbook', 'exchange=Binance', 'binance'],
        ['history', 'exchange=bset', 'best'],
        ['candles', 'interval=1hh', '1h'],
        ['orderbook', 'exchange=okx&side=sel', 'SELL'],
      ] as const,
      ([endpoint, query, meant]) => {
        expect(read(endpoint, query)).toMatchObject({
          problem: { message: expect.stringContaining(` Did you mean \`${meant}\`?`), suggestion: meant },
        })
      },
    ))

  test('a key in the wrong place is not repeated in a sentence', () => {
    const key = 'p2p_0123456789abcdefghijklmnopqrstuvwxyzAB'
    expect(JSON.stringify(read('rates', `${key}=1`))).not.toContain(key)
    expect(read('rates', `${key}=1`)).toMatchObject({ problem: { message: expect.not.stringContaining('p2p_') } })
  })
})

describe('above a bound', () => {
  test('a value above the bound is lowered and reported', () =>
    checkEach(
      [
        ['orderbook', 'exchange=okx&rows=20', 20, []],
        ['orderbook', 'exchange=okx&rows=21', 20, ['rows']],
        ['orderbook', 'exchange=okx&rows=999999999', 20, ['rows']],
        ['orderbook', 'exchange=okx&rows=99999999999999999999', 20, ['rows']],
        ['history', `hours=${'9'.repeat(400)}`, 720, ['hours']],
        ['history', 'max_points=1234567890', 1000, ['max_points']],
        ['history', 'hours=721', 720, ['hours']],
        ['history', 'max_points=1001', 1000, ['max_points']],
        ['candles', 'interval=5m&hours=9000', 720, ['hours']],
      ] as const,
      ([endpoint, query, lowered, clamped]) => {
        const reading = read(endpoint, query)
        expect(reading).toMatchObject({ ok: true, clamped })
        expect(Object.values(reading.ok ? reading.values : {})).toContain(lowered)
      },
    ))

  test('a default above the bound of the plan is lowered, too', () => {
    const small = { ...limits, orderbookRows: 5 }
    expect(readQuery(orderbook.query, new URLSearchParams('exchange=okx'), small)).toMatchObject({
      values: { rows: 5 },
      clamped: ['rows'],
    })
  })

  test('short candles give way in depth, so that no answer holds more than 10,000', () => {
    const sent = new URLSearchParams('interval=5m&hours=8760')
    expect(readQuery(candles.query, sent, defaultPlans.Business)).toMatchObject({ values: { hours: 833 } })
  })
})

const hook = { url: 'https://example.com/hook', event: 'spread', threshold: 0.5, amount: 10_000 }
const bodyProblem = (body: unknown) => {
  const reading = readBody(createWebhook.body ?? {}, body, limits)
  return reading.ok ? null : `${reading.problem.code} ${reading.problem.param}`
}

describe('a body', () => {
  test('takes defaults and canonical words', () => {
    expect(readBody(createWebhook.body ?? {}, { ...hook, fiat: 'pln' }, limits)).toMatchObject({
      values: { ...hook, fiat: 'PLN', exchange: undefined },
    })
  })

  test('of a spread names its amount, that of a price need not', () => {
    const { amount: _, ...without } = hook
    expect(readBody(createWebhook.body ?? {}, without, limits)).toMatchObject({
      problem: { code: 'invalid_parameter', param: 'amount', message: '`amount` must be given for `spread`.' },
    })
    expect(bodyProblem({ ...without, event: 'best_buy', threshold: 41 })).toBe(null)
  })

  test('refuses a value that cannot become text', () => {
    const exchange = [{ toString: false }]
    expect(readBody(createWebhook.body ?? {}, { ...hook, exchange }, limits)).toMatchObject({
      problem: { code: 'unsupported_exchange', param: 'exchange' },
    })
  })

  test('with a misspelt field gets the nearest valid name', () => {
    expect(readBody(createWebhook.body ?? {}, { ...hook, treshold: 1 }, limits)).toMatchObject({
      problem: {
        param: 'treshold',
        message: '`treshold` is unknown: did you mean `threshold`?',
        suggestion: 'threshold',
      },
    })
  })

  test('of a change may be empty, or take the description away', () => {
    expect(readBody(updateWebhook.body ?? {}, {}, limits)).toMatchObject({ ok: true })
    expect(readBody(updateWebhook.body ?? {}, { description: null }, limits)).toMatchObject({
      ok: true,
      values: { description: null },
    })
  })

  test('is refused if a field is wrong, by its name', () =>
    checkEach(
      [
        [null, 'invalid_json undefined'],
        [[hook], 'invalid_json undefined'],
        ['text', 'invalid_json undefined'],
        [{}, 'invalid_parameter url'],
        [{ ...hook, colour: 'red' }, 'invalid_parameter colour'],
        [JSON.parse('{"__proto__": 1}'), 'invalid_parameter __proto__'],
        [{ ...hook, url: 'not an address' }, 'invalid_webhook_url url'],
        [{ ...hook, url: 7 }, 'invalid_webhook_url url'],
        [{ ...hook, url: `https://example.com/${'a'.repeat(2048)}` }, 'invalid_webhook_url url'],
        [{ ...hook, event: 'eclipse' }, 'unsupported_event event'],
        [{ ...hook, threshold: '0.5' }, 'invalid_parameter threshold'],
        [{ ...hook, threshold: null }, 'invalid_parameter threshold'],
        [{ ...hook, threshold: Number.NaN }, 'invalid_parameter threshold'],
        [{ ...hook, event: 'best_buy', threshold: 0 }, 'invalid_parameter threshold'],
        [{ ...hook, amount: 0 }, 'invalid_parameter amount'],
        [{ ...hook, amount: '1000' }, 'invalid_parameter amount'],
        [{ ...hook, fiat: 'XXX' }, 'unsupported_fiat fiat'],
        [{ ...hook, exchange: 'nowhere' }, 'unsupported_exchange exchange'],
        [{ ...hook, hysteresis: -1 }, 'invalid_parameter hysteresis'],
        [{ ...hook, description: 'a'.repeat(201) }, 'invalid_parameter description'],
      ] as const,
      ([body, problem]) => {
        expect(bodyProblem(body)).toBe(problem)
      },
    ))
})

test('an id that cannot exist is not found, whatever it looks like', () => {
  expect(readPath(getWebhook.params, { id: 'a'.repeat(65) }, limits)).toMatchObject({ problem: { code: 'not_found' } })
  expect(readPath(getWebhook.params, { id: 'wh_1' }, limits)).toMatchObject({ values: { id: 'wh_1' } })
})

test('an exchange without its key is refused with the reason, next to the exchanges that can be read', () => {
  expect(read('rates', 'exchange=okx,wallet')).toMatchObject({
    problem: {
      code: 'unsupported_exchange',
      message: expect.stringMatching(/commas\. Wallet is read only with a key\.$/),
    },
  })
})
