import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { plainExchange } from '../testing/plain-exchange.js'
import { type AdFacts, noNames } from './define-exchange.js'
import { type PageReading, readPage } from './read-page.js'

const example = (facts: Partial<AdFacts> = {}) => plainExchange('example', { pageSize: 4 }, facts)

const context = { fiat: 'UAH', side: 'BUY', names: noNames, observedAtMs: 1_790_000_000_000 } as const
const good = { price: '41.20', min: '100', max: '4120', stock: '100', name: 'someone' }
const readRows = (rows: readonly unknown[], exchange = example()): PageReading =>
  readPage(exchange, JSON.stringify({ rows }), context)
const only = (reading: PageReading) => {
  if (reading.state !== 'read' || reading.ads[0] === undefined) throw new Error(JSON.stringify(reading))
  return reading.ads[0]
}
const times = (number: number, row: unknown) => Array.from({ length: number }, () => row)

describe('a page', () => {
  test('becomes ads that carry exchange, currency, side and time of receipt', () => {
    expect(only(readRows([good]))).toMatchObject({
      exchange: 'example',
      fiat: 'UAH',
      side: 'BUY',
      observedAtMs: context.observedAtMs,
      price: 41.2,
      maxFiat: 4120,
    })
  })

  test('without ads is an empty board, not a fault', () => {
    expect(readRows([])).toEqual({ state: 'read', ads: [], rejected: [], rowCount: 0, more: false })
  })

  test('that is full means that another may follow', () => {
    expect(readRows(times(4, good))).toMatchObject({ more: true })
    expect(readRows(times(3, good))).toMatchObject({ more: false })
  })

  test('of something else is a bad response', () =>
    checkEach(['', 'no', '{"rows":[', '<html></html>'], (text) =>
      expect(readPage(example(), text, context)).toMatchObject({ state: 'failed', fault: { kind: 'bad_response' } }),
    ))

  test('of another shape has drifted', () =>
    checkEach(['null', '[]', '1', '"x"', '{}', '{"rows":null}', '{"rows":{}}', '{"Rows":[]}'], (text) =>
      expect(readPage(example(), text, context)).toMatchObject({ state: 'failed', fault: { kind: 'schema_drift' } }),
    ))

  test('that nests too deeply or lists more than 1,000 ads is too large', () => {
    const deep = `{"rows":${'['.repeat(40)}${']'.repeat(40)}}`
    expect(readPage(example(), deep, context)).toMatchObject({ fault: { kind: 'too_large' } })
    expect(readRows(times(1_001, good))).toMatchObject({ fault: { kind: 'too_large' } })
    expect(readRows(times(1_000, good))).toMatchObject({ rowCount: 1_000 })
  })

  test('never throws, not even when the descriptor does', () => {
    const broken = {
      ...example(),
      rows: () => {
        throw new Error('not thought of')
      },
    }
    expect(readPage(broken, '{"rows":[]}', context)).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test("returns a fault without the exchange's own text", () => {
    const reading = readRows(times(9, { price: 'SECRET-TEXT' }))
    expect(JSON.stringify(reading)).not.toContain('SECRET')
  })
})

describe('one bad ad', () => {
  test('costs one ad and is counted with the place where it went wrong', () => {
    const reading = readRows([good, good, { ...good, price: '41,20' }, good, good])
    expect(reading).toMatchObject({ state: 'read', rejected: [{ row: 2, reason: 'price' }], rowCount: 5 })
    expect(reading.state === 'read' && reading.ads).toHaveLength(4)
  })

  test('may be anything', () =>
    checkEach([null, 1, 'x', [], {}, { ...good, name: null }, { ...good, min: -1 }, { ...good, price: 1e13 }], (row) =>
      expect(readRows([...times(9, good), row])).toMatchObject({ state: 'read', rejected: [{ row: 9 }] }),
    ))

  test('is one that a descriptor throws at', () => {
    const exchange = example()
    const fragile = {
      ...exchange,
      ad: (row: unknown, about: Parameters<typeof exchange.ad>[1]) => {
        if ((row as { name: string }).name === 'bomb') throw new Error('not thought of')
        return exchange.ad(row, about)
      },
    }
    expect(readRows([...times(9, good), { ...good, name: 'bomb' }], fragile)).toMatchObject({
      rejected: [{ row: 9, reason: 'row' }],
    })
  })

  test('is one that the descriptor turns into an impossible ad', () => {
    for (const [field, facts] of Object.entries<Partial<AdFacts>>({
      price: { price: Number.NaN },
      minFiat: { minFiat: -1 },
      maxFiat: { maxFiat: Number.POSITIVE_INFINITY, stockUsdt: null },
      completionPct: { completionPct: 101 },
      positivePct: { positivePct: -1 },
      completedOrders: { completedOrders: -1 },
      lastSeenAtMs: { lastSeenAtMs: Number.NaN },
      accountAgeDays: { accountAgeDays: -1 },
      payWindowMinutes: { payWindowMinutes: Number.NaN },
      nickname: { nickname: ' ', advertiserId: '' },
    })) {
      const odd = example(facts)
      const ordinary = example()
      const sometimes = {
        ...ordinary,
        ad: (row: unknown, about: Parameters<typeof odd.ad>[1]) =>
          ((row as { name: string }).name === 'odd' ? odd : ordinary).ad(row, about),
      }
      expect(readRows([...times(9, good), { ...good, name: 'odd' }], sometimes)).toMatchObject({
        rejected: [{ row: 9, reason: field }],
      })
    }
  })
})

describe('a fifth of the rows', () => {
  const bad = { ...good, price: 'x' }

  test('misshapen is bearable, one row more is drift', () =>
    checkEach([1, 5, 10, 50, 100, 1000], (rows) => {
      for (let misshapen = 0; misshapen <= rows; misshapen += Math.max(1, rows / 100)) {
        const reading = readRows([...times(rows - misshapen, good), ...times(misshapen, bad)])
        expect([misshapen, reading.state]).toEqual([misshapen, misshapen * 5 > rows ? 'failed' : 'read'])
        if (reading.state === 'failed') expect(reading.fault.kind).toBe('schema_drift')
      }
    }))

  test('counts rows of another market as misshapen', () => {
    const stray = { ...good, fiat: 'EUR' }
    expect(readRows([...times(4, good), stray])).toMatchObject({ rejected: [{ row: 4, reason: 'market' }] })
    expect(readRows([...times(3, good), stray])).toMatchObject({ fault: { kind: 'schema_drift' } })
  })

  test("does not count limits that contradict each other, one advertiser's mistake", () => {
    const contradictory = { ...good, min: '500', max: '400', stock: '100' }
    expect(readRows([good, contradictory, contradictory])).toMatchObject({
      state: 'read',
      rejected: [
        { row: 1, reason: 'limits' },
        { row: 2, reason: 'limits' },
      ],
    })
  })

  test('is not needed when no row is left at all', () => {
    const contradictory = { ...good, min: '500', max: '400', stock: '100' }
    expect(readRows([contradictory])).toMatchObject({ fault: { kind: 'schema_drift' } })
  })
})

describe('the largest order', () => {
  const maxOf = (row: object) => only(readRows([{ ...good, ...row }])).maxFiat

  test('is capped by the stock', () => expect(maxOf({ max: '9999', stock: '100' })).toBe(4120))
  test('is as listed where the stock is larger or unknown', () => {
    expect(maxOf({ max: '3000', stock: '100' })).toBe(3000)
    expect(maxOf({ max: '3000', stock: null })).toBe(3000)
  })
  test('falls to the smallest where the stock covers not even that, and the ad stays for trust to name', () => {
    expect(only(readRows([{ ...good, min: '100', stock: '1' }]))).toMatchObject({
      minFiat: 100,
      maxFiat: 100,
      stockUsdt: 1,
    })
  })
})

describe('texts', () => {
  test('lose blanks around them and keep emoji', () => {
    expect(only(readRows([{ ...good, name: '  quick 🐢 \n' }])).nickname).toBe('quick 🐢')
  })

  test('are cut at 256 characters, never through an emoji; remarks at 4,000', () => {
    const long = example({ remarks: 'r'.repeat(5_000), url: null, paymentMethods: ['m'.repeat(300)] })
    const ad = only(readRows([{ ...good, name: `${'n'.repeat(255)}🐢🐢` }], long))
    expect(ad.nickname).toBe('n'.repeat(255))
    expect(ad.paymentMethods).toEqual(['m'.repeat(256)])
    expect(ad.remarks).toHaveLength(4_000)
  })

  test('are null when empty', () => {
    expect(only(readRows([good], example({ adId: '', advertiserId: ' ', remarks: '\n' })))).toMatchObject({
      adId: null,
      advertiserId: null,
      remarks: null,
    })
  })

  test('name each payment method once, a hundred at most', () => {
    const repeated = example({ paymentMethods: [' Wise', 'Wise ', '', 'PUMB'] })
    expect(only(readRows([good], repeated)).paymentMethods).toEqual(['Wise', 'PUMB'])
    const many = example({ paymentMethods: Array.from({ length: 500 }, (_, index) => `bank ${index}`) })
    expect(only(readRows([good], many)).paymentMethods).toHaveLength(100)
  })
})

test('an advertiser without orders has no completion rate', () => {
  expect(only(readRows([good], example({ completedOrders: 0, completionPct: 0 }))).completionPct).toBeNull()
  expect(only(readRows([good], example({ completedOrders: 1, completionPct: 0 }))).completionPct).toBe(0)
})

test('hostile keys stay data', () => {
  const hostile = '{"rows":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'
  readPage(example(), `${hostile}"price":1,"min":0,"max":1,"name":"x"}],"__proto__":{"polluted":1}}`, context)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
