import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directTo, makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let server: TestServer
let env: Record<string, string>
let direct: string[]

beforeAll(async () => {
  server = await startServer({ historyDays: 2 })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Business }
  direct = directTo(server.simulator)
})
afterAll(async () => {
  await server.stop()
  remove()
})

const json = async (words: string) => JSON.parse((await p2p([...words.split(' '), '--json'], { env })).out)
const lines = (text: string): string[] => text.trimEnd().split('\n')

describe('words say what options say', () => {
  const answers: readonly (readonly [words: string, answer: object])[] = [
    ['rates EUR', { fiat: 'EUR' }],
    ['quote 50000 UAH', { fiat: 'UAH', side: 'BUY', amount: 50_000 }],
    ['quote 50 000 UAH', { fiat: 'UAH', side: 'BUY', amount: 50_000 }],
    ['quote sell 1.2k usdt EUR', { fiat: 'EUR', side: 'SELL', amount_usdt: 1200 }],
    ['fair 45.955 UAH --side buy', { fiat: 'UAH', side: 'BUY', price: 45.955 }],
    ['fair 46 sell 20 000 UAH monobank', { fiat: 'UAH', side: 'SELL', price: 46, amount: 20_000 }],
    ['orderbook sell okx EUR', { fiat: 'EUR', side: 'SELL', exchange: 'okx' }],
    ['stats EUR', { fiat: 'EUR' }],
    ['history EUR', { fiat: 'EUR' }],
    ['candles EUR', { fiat: 'EUR' }],
    ['arbitrage EUR', { fiat: 'EUR' }],
  ]
  test('amounts, sides, currencies and exchanges need no options', async () => {
    for (const [words, answer] of answers) expect.soft(await json(words), words).toMatchObject(answer)
  })

  test('several currencies are one table, with the currency in front', async () => {
    const { code, out } = await p2p(['rates', 'UAH', 'EUR', 'UAH'], { env })
    expect(code).toBe(0)
    const fiats = lines(out).map((line) => line.split('\t')[0])
    expect([...new Set(fiats)]).toEqual(['UAH', 'EUR'])
  })

  test('in JSON the answer of each currency is the same document with one currency and with several', async () => {
    const answered = async (words: string) => (await p2p(['rates', ...words.split(' ')], { env })).out
    const [uah, eur] = [await answered('UAH --json'), await answered('EUR --json')]
    expect(await answered('UAH EUR --json')).toBe(uah + eur)
    const [one, other] = [await answered('UAH --field best_buy'), await answered('EUR --field best_buy')]
    expect(await answered('UAH EUR --field best_buy')).toBe(one + other)
    expect(await answered('UAH EUR --ndjson')).toBe((await answered('UAH --ndjson')) + (await answered('EUR --ndjson')))
  })

  test('a currency without prices does not keep another from being shown', async () => {
    const { code, out, err } = await p2p(['rates', 'EUR', 'XXX'], { env })
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--fiat') })
    expect(out).toMatch(/^EUR\t/)
  })

  test('a word and an option that differ are refused', async () => {
    expect(await p2p(['stats', 'EUR', '--fiat', 'UAH'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Two currencies given (EUR, UAH); expected one.'),
    })
  })
})

describe('an unknown value is a mistake, with the probable meaning', () => {
  const mistakes: readonly (readonly [words: string, meant: string])[] = [
    ['rates --fiat UHA', 'UAH'],
    ['rates UHA', 'UAH'],
    ['orderbook -e bybt', 'bybit'],
    ['orderbook bybt', 'bybit'],
    ['quote --amount 5 --side bye', 'buy'],
    ['candles --interval 2h', '1h'],
    ['export --format parket', 'parquet'],
    ['trigger sprad', 'spread'],
    ['webhooks create --url https://example.com --threshold 1 --event best_by', 'best_buy'],
    ['rates --sort buz', 'buy'],
    ['rates --columns exchnge', 'exchange'],
    ['rates --field best_by.price', 'best_buy'],
  ]
  test('of a server and of the exchanges alike', async () => {
    for (const [words, meant] of mistakes)
      for (const how of words.startsWith('export') || /webhooks|candles/.test(words) ? [[]] : [[], direct]) {
        const run = await p2p([...words.split(' '), ...how], { env: how.length > 0 ? {} : env })
        expect.soft({ words, ...run }).toEqual({
          words,
          code: 2,
          out: '',
          err: expect.stringMatching(new RegExp(`\n +Did you mean ${meant}\\?`, 'i')),
        })
      }
  })

  test('a payment method that the dictionary does not know is asked for, with a hint', async () => {
    for (const words of ['quote --amount 5000 -m monobnk', 'orderbook okx -m monobnk', 'quote 5000 -m mono -x monobnk'])
      for (const how of [[], direct]) {
        const { code, err } = await p2p([...words.split(' '), ...how], { env: how.length > 0 ? {} : env })
        expect.soft({ words, code, err }).toEqual({
          words,
          code: 0,
          err: expect.stringMatching(/--(payment|exclude)-method: .*Did you mean monobank\?/),
        })
      }
  })

  test('a known payment method without ads is a quiet market', async () => {
    const { code, err } = await p2p(['quote', '1', 'usdt', '-m', 'gcash'], { env })
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('payment method') })
  })

  test('payment methods complete in either case', async () => {
    for (const begun of ['monob', 'MONOB']) {
      const { out } = await p2p(['complete', '--', 'quote', '--payment-method', begun])
      expect(lines(out)[0]).toBe('monobank\tMonobank')
    }
  })

  test('webhooks complete where a server is set', async () => {
    const made = await json('webhooks create --url https://example.com/h --event best_buy --threshold 1')
    const { out } = await p2p(['complete', '--', 'webhooks', 'get', ''], { env })
    expect(out).toContain(`${made.id}\tbest_buy UAH 1\n`)
    await p2p(['webhooks', 'delete', made.id], { env })
    expect((await p2p(['complete', '--', 'webhooks', 'get', ''])).out).toBe('')
  })
})

type ToldAd = {
  readonly max_amount: number
  readonly merchant?: boolean | null
  readonly completed_orders: number | null
  readonly completion_rate: number | null
  readonly payment_methods: readonly string[]
}

describe('one list of the ads of all exchanges', () => {
  test('trusted, through this bank, for this amount: best price first, from several exchanges', async () => {
    for (const [words, how] of [
      ['orderbook all --trusted -a 5000 -m privat -n 30', []],
      ['orderbook all --trusted 5000 UAH -m privat -n 30', direct],
    ] as const) {
      const { out } = await p2p([...words.split(' '), '--json', ...how], { env: how.length > 0 ? {} : env })
      const { ads, exchange, count } = JSON.parse(out)
      expect({ exchange, count }).toEqual({ exchange: 'all', count: ads.length })
      expect(new Set(ads.map((ad: { exchange: string }) => ad.exchange)).size).toBeGreaterThan(2)
      const prices = ads.map(({ price }: { price: number }) => price)
      expect(prices).toEqual([...prices].sort((one, other) => one - other))
      for (const ad of ads) {
        expect(ad).toMatchObject({ trusted: true })
        expect(ad.min_amount <= 5000 && ad.max_amount >= 5000).toBe(true)
        expect(ad.payment_methods.join().toLowerCase()).toContain('privat')
      }
    }
  })

  const filters: readonly (readonly [words: string, isWanted: (ad: ToldAd) => boolean])[] = [
    ['-m mono -m privat', (ad: ToldAd) => /mono|privat/i.test(ad.payment_methods.join())],
    ['-m mono,privat', (ad: ToldAd) => /mono|privat/i.test(ad.payment_methods.join())],
    ['-x mono -x privat', (ad: ToldAd) => ad.payment_methods.some((name) => !/mono|privat/i.test(name))],
    ['--min-orders 200 --amount 5000', (ad: ToldAd) => Number(ad.completed_orders) >= 200 && ad.max_amount >= 5000],
    ['--min-completion-pct 97.5', (ad: ToldAd) => Number(ad.completion_rate) >= 97.5],
    ['--merchant --why', (ad: ToldAd) => ad.merchant === true],
  ]
  test('filters keep only the wanted ads, of a server and of the exchanges', async () => {
    for (const [words, isWanted] of filters)
      for (const how of [[], direct]) {
        const asked = ['orderbook', 'binance', '-n', '30', ...words.split(' '), '--json', ...how]
        const { ads } = JSON.parse((await p2p(asked, { env: how.length > 0 ? {} : env })).out) as { ads: ToldAd[] }
        expect.soft(ads.length, words).toBeGreaterThan(0)
        expect.soft({ words, unwanted: ads.filter((ad) => !isWanted(ad)) }).toEqual({ words, unwanted: [] })
      }
  })

  test('a filter that invalid is refused by name', async () => {
    for (const [words = '', said] of [
      ['quote 5000 --min-completion-pct 101', '--min-completion-pct'],
      ['quote 5000 --min-orders 0', '--min-orders'],
    ])
      expect
        .soft(await p2p(words.split(' '), { env }))
        .toMatchObject({ code: 2, err: expect.stringContaining(`${said}`) })
  })

  test('--trusted fills the rows of a small plan with trusted ads', async () => {
    const free = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Free }
    const { out } = await p2p(['orderbook', 'okx', '--trusted', '--json'], { env: free })
    expect(JSON.parse(out)).toMatchObject({ count: 10 })
  })

  test('people see trusted ads and how many are hidden, scripts see everything', async () => {
    const { out: table } = await p2p(['orderbook', 'okx', '--table'], { env })
    expect(table).not.toMatch(/ no /)
    expect(table).toMatch(/\d+ untrusted ads hidden; --all/)
    const { out: all } = await p2p(['orderbook', 'okx', '--table', '--all'], { env })
    expect(all).toMatch(/ no /)
    expect(all).not.toContain('hidden')
    expect((await p2p(['orderbook', 'okx'], { env })).out).toMatch(/\tfalse\t/)
  })

  /** Is one question itself. */
  const left = async () => {
    const { headers } = await fetch(`${server.baseUrl}/markets`, { headers: { 'X-API-Key': server.keys.Business } })
    return Number(headers.get('x-quota-remaining'))
  }

  test('a server is asked once for all of them', async () => {
    for (const words of ['ads', 'ads --csv', 'ads --table -m mono', 'ads --amount-usdt 100']) {
      const before = await left()
      expect.soft(await p2p(words.split(' '), { env }), words).toMatchObject({ code: 0 })
      expect.soft(before - (await left()), words).toBe(1 + 1)
    }
  })

  test('the ad that open chooses without an amount is the first that a normal caller can have, of one question', async () => {
    for (const [words, exchanges] of [
      ['quote --open', null],
      ['quote --open sell -m mono', null],
      ['quote --open -e okx', ['okx']],
      ['quote --open -e okx,bybit', ['okx', 'bybit']],
    ] as const) {
      const before = await left()
      const { code, err } = await p2p(words.split(' '), { env })
      expect.soft([words, code, before - (await left())]).toEqual([words, 1, 1 + 1])
      const asked = `side=${/sell/.test(words) ? 'SELL' : 'BUY'}&payment_method=${/mono/.test(words) ? 'mono' : ''}`
      const answer = await fetch(`${server.baseUrl}/orderbook?exchange=all&rows=300&include=trust&${asked}`, {
        headers: { 'X-API-Key': server.keys.Business },
      })
      const { ads } = (await answer.json()) as {
        ads: readonly { eligible: boolean; exchange: string; nickname: string }[]
      }
      const first = ads.find((ad) => ad.eligible && (exchanges === null || exchanges.some((id) => id === ad.exchange)))
      expect.soft(err.replace(/\s+/g, ' '), words).toContain(`The first ad is of ${first?.nickname} on `)
    }
  })

  test('the lines of --csv are those of the API, each with its exchange', async () => {
    const [heading = '', ...rows] = lines((await p2p(['ads', 'all', '--csv', '-n', '20'], { env })).out)
    expect(heading).toMatch(/^price,.*,exchange,simulated\r?$/)
    expect(new Set(rows.map((row) => row.split(',').at(-2))).size).toBeGreaterThan(2)
  })

  test('a missing exchange is named, and the rest are listed', async () => {
    const heal = server.simulator.fault('bybit', { kind: 'blocked' })
    const { code, out, err } = await p2p(['orderbook', 'all', ...direct])
    heal()
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/^! Bybit is missing: /m) })
    expect(out).not.toContain('bybit')
  })

  test('fewer ads than requested come with a note', async () => {
    const { err } = await p2p(['orderbook', 'okx', '-n', '200', ...direct])
    expect(err).toMatch(/\d+ of 200 ads\. Each exchange is read 50 ads deep/)
  })
})

describe('the shape of an answer', () => {
  test('--include adds fields of the API to JSON; without it JSON has none of them', async () => {
    for (const words of ['rates UAH', 'quote 50000 UAH']) {
      expect(await json(words)).not.toHaveProperty('interval')
      expect(await json(`${words} --include interval`)).toHaveProperty('interval')
    }
    const [uah, eur] = (await p2p(['rates', 'UAH', 'EUR', '--json', '--include', 'interval,profile'], { env })).out
      .split(/\n(?=\{)/)
      .map((text) => JSON.parse(text))
    for (const answer of [uah, eur])
      expect(answer).toMatchObject({ interval: expect.anything(), profile: expect.anything() })
    expect(await p2p(['quote', '50000', 'UAH', '--include', 'rails'], { env })).toMatchObject({ code: 2 })
  })

  test('columns, order and number of rows are chosen', async () => {
    const words = ['rates', '--fiat', 'EUR', '--columns', 'sell,exchange', '--sort', '-sell', '--limit', '2']
    const rows = lines((await p2p(words, { env })).out).map((line) => line.split('\t'))
    expect(rows).toHaveLength(2)
    expect(Number(rows[0]?.[0])).toBeGreaterThanOrEqual(Number(rows[1]?.[0]))
    const documents = lines((await p2p([...words, '--ndjson'], { env })).out).map((line) => JSON.parse(line))
    expect(documents).toEqual(rows.map(([sell, exchange]) => ({ simulated: true, sell: Number(sell), exchange })))
    const { exchanges, ...rest } = JSON.parse((await p2p([...words, '--json'], { env })).out)
    expect(exchanges).toEqual(rows.map(([sell, exchange]) => ({ sell: Number(sell), exchange })))
    expect(rest).toMatchObject({ simulated: true, asset: 'USDT', fiat: 'EUR', best_buy: { price: expect.any(Number) } })
  })

  test('at 60 columns a table keeps the columns that its heading names', async () => {
    for (const [words, heading] of [
      ['usage --by-key', /^ +key prefix +day +endpoint +requests/],
      ['history --candles 4h', /^ +from +buy high +buy low +sell high +sell low$/],
      ['rates --all', /^ +you buy at +you sell at +index$/],
    ] as const) {
      const { out } = await p2p([...words.split(' '), '--table'], { env: { ...env, COLUMNS: '60' } })
      expect
        .soft(
          lines(out).filter((line) => heading.test(line)),
          out,
        )
        .toHaveLength(1)
    }
  })

  test('one field is printed bare, also of a stream that ends at its limit', async () => {
    expect((await p2p(['rates', '--field', 'best_buy.price'], { env })).out).toMatch(/^[\d.]+\n$/)
    expect((await p2p(['watch', '--json', '--field', 'best_buy.exchange', '--limit', '1'], { env })).out).toMatch(
      /^\w+\n$/,
    )
  })

  test('the version has four names', async () => {
    for (const word of ['version', '-v', '-V', '--version'])
      expect.soft((await p2p([word])).out, word).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('completion is another name of complete', async () => {
    expect((await p2p(['completion', 'bash'])).out).toBe((await p2p(['complete', 'bash'])).out)
  })
})

test('an earlier spelling does the same, and one line of stderr says how it is typed now', async () => {
  for (const [old, now, note] of [
    ['depth EUR --field sizes[].amount_usdt', 'rates --by size EUR --field sizes[].amount_usdt', 'p2p depth is now'],
    ['ads okx --rows 3 --field count', 'ads okx --limit 3 --field count', '--rows is now --limit.'],
    ['sell --usdt 500 --field amount_usdt', 'sell --amount-usdt 500 --field amount_usdt', '--usdt is now'],
    ['stream --limit 1 --field asset', 'watch --json --limit 1 --field asset', 'p2p stream is now p2p watch --json.'],
  ] as const) {
    const [before, after] = [await p2p(old.split(' '), { env }), await p2p(now.split(' '), { env })]
    expect.soft({ old, code: before.code, out: before.out }).toEqual({ old, code: 0, out: after.out })
    const [line = '', ...rest] = before.err.split('\n')
    expect.soft(line).toContain(note)
    expect.soft(rest.join('\n')).toBe(after.err)
  }
})

test('a command that needs a server names itself, and prints nothing untrue before', async () => {
  for (const words of ['export', 'usage --plan', 'usage', 'webhooks list']) {
    const { code, err } = await p2p(words.split(' '))
    expect.soft({ words, code, err }).toEqual({
      words,
      code: 2,
      err: expect.stringMatching(new RegExp(`^p2p: ${words.split(' ', 1)}.* needs a server, .*\n +.*--server`)),
    })
  }
})

describe('prices by the record of the caller', () => {
  const ways = [
    ['with a server', () => [] as string[]],
    ['without a server', () => ['--direct', ...direct]],
  ] as const
  test.each(ways)('rates --steps compares yours with those of three records, %s', async (_, options) => {
    const run = (...words: string[]) => p2p(['rates', 'UAH', '--steps', ...words, ...options()], { env })
    const { profile, steps, best_buy, exchanges } = JSON.parse((await run('--json')).out)
    expect(profile).toMatchObject({ orders: 10, account_days: 30 })
    expect(exchanges.length).toBeGreaterThan(1)
    const rows = lines((await run()).out).map((line) => line.split('\t'))
    expect(rows.map(([caller]) => caller)).toEqual(['you', 'newcomer', 'usual', 'experienced'])
    const experienced = steps.at(-1)
    const pct = Number(((experienced.best_buy.price / best_buy.price - 1) * 100).toFixed(2))
    expect(rows[3]?.slice(1, 8)).toEqual([
      ...['100', '100', '365', 'true'],
      ...[String(experienced.best_buy.price), experienced.best_buy.exchange, String(pct)],
    ])
    const shown = await run('--table')
    expect(shown.out).toMatch(/you buy at +on +difference +you sell at/)
    expect(shown.out).toMatch(
      /experienced caller +[\d.]+ +\w+ +(the same|[\d.]+ % (less|more)) .*\n +100 orders, 365 days, verified\n/,
    )
    expect((await run('--csv')).out).toMatch(/^caller,orders,completion_pct,account_days,verified,best_buy,/)
    const many = await p2p(['rates', 'UAH', 'EUR', '--steps', ...options()], { env })
    expect(lines(many.out).map((line) => line.split('\t').slice(0, 2).join(' '))).toContain('EUR newcomer')
  })

  test.each(ways)('ads --demands says what an ad demands and whether it takes you, %s', async (_, options) => {
    const run = (...words: string[]) => p2p(['ads', 'UAH', '--limit', '40', ...words, ...options()], { env })
    const { ads } = JSON.parse((await run('--demands', '--json')).out)
    expect(ads.every((ad: object) => 'takes_you' in ad && 'demands' in ad)).toBe(true)
    expect(JSON.parse((await run('--json')).out).ads[0]).not.toHaveProperty('demands')
    expect(lines((await run('--demands')).out)[0]).toMatch(/\t(true|false)\t(true|false)$|\t\t\t\t\ttrue$/)
    expect((await run('--demands', '--table')).out).toMatch(/takes you/)
  })
})
