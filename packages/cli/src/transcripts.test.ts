import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exchangeIds } from '@p2p-rates/core'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { type Receiver, startReceiver } from '@p2p-rates/simulator'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { version } from './help-page.js'
import { displayWidth } from './render/display-width.js'
import { directTo, makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'
import { untilFixed } from './testing/until-fixed.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)

let server: TestServer
let receiver: Receiver
let asServer: Record<string, string>
let asFree: Record<string, string>
let direct: string[]

beforeAll(async () => {
  server = await startServer({ historyDays: 8, settings: { P2P_PRIVATE_RECEIVERS: 'true' } })
  receiver = await startReceiver()
  asServer = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
  asFree = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Free }
  direct = directTo(server.simulator)
  await untilFixed(p2p, server)
})

afterAll(async () => {
  await Promise.all([server.stop(), receiver.close()])
  remove()
})

/** Addresses and digests stay whole, because they are copied. */
const tooWideIn = (text: string, columns: number): string[] =>
  lines(text).filter((line) => displayWidth(line) > columns && !/^ *https:\S+$|[0-9a-f]{64}$/.test(line))

const isQuietMarket = (words: string, out: string): boolean => words.startsWith('arbitrage') && out === ''

/** Answers without prices are not marked as simulated. */
const withoutPrices = /^(markets|payment-methods|usage)/
const simulatedWarning = '! SIMULATED exchanges: these prices are made up.\n'

/** A row may end with an empty cell. */
const lines = (text: string): string[] => text.replace(/\n+$/, '').split('\n')

const told: readonly (readonly [words: string, line: RegExp, seen: RegExp])[] = [
  [
    'rates --fiat UAH',
    /^binance\t\d+(\.\d+)?\t\d+\t\d+(\.\d+)?\t\d+$/,
    /exchange +you buy at +ads +you sell at +ads[\s\S]*\n {2}Confidence[ a-z]*: (high|medium|low)\./,
  ],
  [
    'quote --amount 20000 --side sell',
    /^\w+\t[\d.]+\t[\d.]+\t[\d.]+\t.+\t/,
    /exchange +you sell at +UAH +USDT\n.*\n +.+: accepts [\d,.]+ to [\d,.]+ UAH; /,
  ],
  ['ads --exchange okx --limit 3', /^[\d.]+\t(true|false)\t/, /price +accepts UAH +pay with +advertiser/],
  ['ads okx --limit 3 --why', /\t[a-z_]+(; [a-z_]+)*\t/, /(not trusted|trusted): [a-z ]+/],
  [
    'arbitrage UAH 20000 --transfer-fee-usdt 0',
    /^\w+\t[\d.]+\t\w+\t[\d.]+\t/,
    /buy on +at +sell on +at +before fees +after/,
  ],
  [
    'sources --fiat EUR',
    /^binance\tEUR\tlive\t\d+\t\d+\t\d+\t$/,
    /exchange +fiat +state +age +ads +trusted[\s\S]*\nTotal \d+: \d+ live/,
  ],
  [
    'convert 20000 UAH EUR',
    /^(buy|sell)\t\w+\t[\d.]+\t[\d.]+\t(UAH|EUR)\t/,
    /You get [\d.,]+ EUR: [\s\S]*Index rate: 1 UAH = /,
  ],
  [
    'desk rules price --base median --offset-pct 1.5 --step 0.05',
    /^value\t[\d.]+$/,
    /price +[\d.]+[\s\S]*The median of the best prices/,
  ],
  ['index --fiat UAH', /^value\t[\d.]+$/, /index +[\d.]+[\s\S]*exchanges +\d/],
  ['markets', /^UAH\tUkrainian Hryvnia$/, /UAH +Ukrainian Hryvnia/],
  [
    'arbitrage UAH 20000 --transfer-fee auto',
    /^\w+\t[\d.]+\t\w+\t[\d.]+\t/,
    /by the cheapest open network[\s\S]*buy on +at[^\n]* network +fee/,
  ],
  [
    'transfers --from bybit --to kucoin',
    /^bybit\tkucoin\tTRC20\ttrue\t1\t\t2026-07-31/,
    /from +to +network +state +fee[\s\S]*TRC20 +open[\s\S]*Figures older than 90 days/,
  ],
  ['payment-methods --search mono --country UA', /^monobank\t/, /--payment-method +name +kind/],
]

const toldByServer: typeof told = [
  ['stats -e index', /^best_buy_now\t[\d.]+$/, /reference index: [\s\S]*you buy at +[\d.]+/],
  ['stats', /^best_buy_now\t[\d.]+$/, /you buy at +[\d.]+/],
  [
    'stats --week',
    /^1\t0\t(-?[\d.]+)?\t\d+$/,
    / 0 +1 +2 [\s\S]*Mon +[·+−\d][\s\S]*Sun +[·+−\d][\s\S]*percent against the median/,
  ],
  ['history 48h', /^20\d\d-\d\d-\d\dT[\d:.]+Z\t[\d.]*\t[\d.]*$/, /you buy at\n.*[┤┼][\s\S]*you sell at\n.*[┤┼]/],
  [
    'desk rules preview --offset-pct 1.5',
    /^20\d\d-\d\d-\d\dT[\d:.]+Z\t[\d.]+\t[\d.]+$/,
    /base\n.*[┤┼][\s\S]*price\n.*[┤┼][\s\S]*recorded;/,
  ],
  ['history --candles 1h 6h', /^20\d\d-.+Z(\t[\d.]*){8}$/, /from +buy high +buy low +buy last +sell high/],
  [
    'rates --all',
    /^UAH\t[\d.]+\t\w+\t\w+\t[\d.]+\t\w+\t\w+\t[\d.]+\t-?[\d.]*\t\w+\t\d+\t/,
    / you buy at +on +confidence +you sell at +on +confidence +index +24 h/,
  ],
  [
    `rates --at ${new Date(Date.now() - 7_200_000).toISOString()}`,
    /^buy\t[\d.]+$/,
    /you bought at +[\d.]+\n[\s\S]*exchanges +\d/,
  ],
  ['track-record', /^all\t\d+\t/, /best prices[\s\S]*best of all exchanges/],
  ['sources --quality', /^best\t[\d.]+\t\d+\t\d+\t20/, /complete +slots[\s\S]*okx|OKX/],
  ['index days', /^20\d\d-\d\d-\d\d\t[\d.]+\t(low|medium|high)\t\d\t\d+\t\d+\tfixing-2\t/, /day +fixing +confidence/],
  ['index days --verify', /^complete\ttrue$/, /sound +yes[\s\S]*fixings +\d+/],
  ['index premium', /^20\d\d-\d\d-\d\d\t-?[\d.]*\t[\d.]+\t/, /day +premium +index/],
  ['usage --plan', /^plan\tPro$/, /plan +Pro/],
]

describe('into a pipe', () => {
  test('every command prints tab-separated values and nothing else', async () => {
    for (const [words, line] of [...told, ...toldByServer]) {
      const { code, out, err } = await p2p(words.split(' '), { env: asServer })
      expect
        .soft({ words, code, err })
        .toEqual({ words, code: 0, err: withoutPrices.test(words) ? '' : simulatedWarning })
      expect.soft(out, words).not.toContain('\x1b')
      expect.soft(isQuietMarket(words, out) || lines(out).some((text) => line.test(text)), words).toBe(true)
    }
  })

  test('every command gets the same straight from the exchanges, and says so', async () => {
    const says =
      'Reading the exchanges directly, at the addresses of --exchange-url, P2P_EXCHANGE_URLS or the profile.\n'
    for (const [words, line] of told) {
      const { code, out, err } = await p2p([...words.split(' '), ...direct])
      const warning = withoutPrices.test(words) ? '' : simulatedWarning
      expect.soft({ words, code, err }).toEqual({ words, code: 0, err: says + warning })
      expect.soft(isQuietMarket(words, out) || lines(out).some((text) => line.test(text)), words).toBe(true)
    }
  })

  test('--json is what the API answers, and simulated where it is', async () => {
    for (const [words, path] of [
      ['rates', '/rates'],
      ['orderbook -e binance --why', '/orderbook?exchange=binance&include=trust'],
      ['quote -u 100', '/quote?amount_usdt=100'],
      ['sources', '/sources'],
      ['index', '/index'],
      ['stats', '/stats'],
      ['history', '/history'],
      ['history -n 50', '/history?max_points=50'],
      ['history --candles 1h', '/candles'],
      ['usage --plan', '/me'],
      ['markets', '/markets'],
    ] as const) {
      const { out } = await p2p([...words.split(' '), '--json'], { env: asServer })
      const answer = await fetch(`${server.baseUrl}${path}`, { headers: { 'X-API-Key': server.keys.Pro } })
      const marked = withoutPrices.test(words) ? {} : { simulated: 'boolean' }
      expect.soft(shapeOf(JSON.parse(out)), words).toEqual({ ...marked, ...(shapeOf(await answer.json()) as object) })
    }
  })

  test('--ndjson and --csv tell the same rows, each with the word that it is simulated', async () => {
    const [ndjson, csv] = await Promise.all(
      ['--ndjson', '--csv'].map((format) => p2p(['rates', '--fiat', 'EUR', format], { env: asServer })),
    )
    const records = lines(ndjson?.out ?? '').map((line) => JSON.parse(line))
    const [heading, ...rows] = (csv?.out ?? '').trimEnd().split('\r\n')
    expect(heading).toBe('exchange,buy,buy_ads,sell,sell_ads,simulated')
    expect(rows).toEqual(
      records.map(({ exchange, buy, buy_ads, sell, sell_ads, simulated }) =>
        [exchange, buy, buy_ads, sell, sell_ads, simulated].join(','),
      ),
    )
  })

  test('the moment of a price may be given in words, next to a currency in any order, or as an option', async () => {
    const atMs = Date.now() - 7_200_000
    const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)
    const moment = minuteOf(atMs)
    // A moment without a zone is of the zone of this machine.
    const here = minuteOf(atMs - new Date(atMs).getTimezoneOffset() * 60_000)
    const [day, time] = here.split('T')
    const asked = await Promise.all(
      [
        ['--at', `${moment}Z`, 'EUR'],
        ['eur', '--at', `${moment}Z`],
        ['EUR', '--at', `${day}`, `${time}`],
        ['--at', here, '--fiat', 'EUR'],
      ].map((words) => p2p(['rates', ...words, '--json'], { env: asServer })),
    )
    const answers = asked.map(({ out }) => JSON.parse(out))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ fiat: 'EUR', at: `${moment}:00.000Z`, reason: null })
    for (const words of [[], ['EUR'], ['tomorrow'], [`${day}`], [`${moment}Z`, 'EUR', 'UAH']])
      expect(await p2p(['rates', '--at', ...words], { env: asServer })).toMatchObject({ code: 2, out: '' })
  })

  test('export writes every 5-minute price of all series, the same in each format', async () => {
    // The same day for all three, even when a new slot begins between two of them.
    const until = Math.floor(Date.now() / 300_000) * 300_000
    const [first, end] = [until - 86_400_000, until].map((at) => new Date(at).toISOString())
    const words = ['export', '--since', `${first}`, '--until', `${end}`, '--format']
    const [csv, ndjson] = await Promise.all(
      ['csv', 'ndjson'].map((format) => p2p([...words, format], { env: asServer })),
    )
    const path = join(home, 'prices.parquet')
    const saved = await p2p([...words.slice(0, -1), '--out', path], { env: asServer })
    expect(saved).toMatchObject({ code: 0, err: simulatedWarning, out: expect.stringContaining(`prices in ${path}`) })
    const records = lines(ndjson?.out ?? '').map((line) => JSON.parse(line))
    expect(records.length).toBeGreaterThan(7 * 280)
    expect((csv?.out ?? '').trimEnd().split('\r\n').length).toBe(records.length + 1)
    const bytes = readFileSync(path)
    const parquet = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    })
    expect(parquet).toEqual(records.map((record) => ({ ...record, t: new Date(record.t) })))
    expect(records[0]).toMatchObject({ simulated: true })
    const isIndex = ({ exchange }: { exchange: string }) => exchange === 'index'
    for (const record of records.filter(isIndex))
      expect(record).toMatchObject({ confidence: expect.any(String), buy_ads: null, sell_ads: null })
    for (const { buy, buy_ads, confidence } of records.filter((record) => !isIndex(record)))
      expect({ isCounted: buy_ads > 0, confidence }).toEqual({ isCounted: buy !== null, confidence: null })
    const again = await p2p(['export', '--last', '1h', '--out', path], { env: asServer })
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Add --force to replace it') })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    const { key_value_metadata: facts, schema } = await parquetMetadataAsync(bytes.buffer.slice(bytes.byteOffset))
    expect(schema.find(({ name }) => name === 't')?.logical_type).toMatchObject({
      ...{ type: 'TIMESTAMP', isAdjustedToUTC: true },
    })
    expect(facts).toEqual([
      { key: 'asset', value: 'USDT' },
      { key: 'source', value: server.url },
      { key: 'version', value: version },
      { key: 'simulated', value: 'true' },
    ])
  })

  test('export takes several currencies and a part of the past, and replaces a file only when it may', async () => {
    const { out } = await p2p(['export', 'UAH', 'EUR', '--last', '3h', '-e', 'best', '--format', 'ndjson'], {
      env: asServer,
    })
    const records = lines(out).map((line) => JSON.parse(line))
    expect([...new Set(records.map(({ fiat }) => fiat))]).toEqual(['UAH', 'EUR'])
    const [since, until] = [records[4].t, records[8].t]
    const part = await p2p(['export', '--since', since, '--until', until, '-e', 'best', '--format', 'ndjson'], {
      env: asServer,
    })
    expect(lines(part.out).map((line) => JSON.parse(line))).toEqual(records.slice(4, 8))
  })
})

describe('on a terminal', () => {
  test('every command prints a table in colour', async () => {
    for (const [words, _, seen] of [...told, ...toldByServer]) {
      const { code, raw, text } = await onTerminal(words.split(' '), { env: asServer })
      expect.soft({ words, code }).toEqual({ words, code: 0 })
      if (!text.includes('No round trip is profitable')) expect.soft(text).toMatch(seen)
      expect.soft(/^SIMULATED: /m.test(text), words).toBe(!withoutPrices.test(words))
      expect.soft(raw, words).toContain('\x1b[')
      expect.soft({ words, tooWide: tooWideIn(text, 100) }).toEqual({ words, tooWide: [] })
    }
  })

  test('headings, tables, charts and notes fit windows of any width', async () => {
    const more = ['quote -a 9000000', 'orderbook -e bybit --why --links', 'payment-methods --search bank']
    for (const columns of [50, 80, 120])
      for (const words of [...told, ...toldByServer].map(([words]) => words).concat(more)) {
        const { text } = await onTerminal(words.split(' '), { env: asServer, columns })
        expect.soft({ words, columns, tooWide: tooWideIn(text, columns) }).toEqual({ words, columns, tooWide: [] })
      }
  })

  test('NO_COLOR, TERM=dumb and FORCE_COLOR=0 mean no colour', async () => {
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }]) {
      const { raw } = await onTerminal(['rates'], { env: { ...asServer, ...env } })
      expect.soft(raw).toContain('you buy at')
      expect.soft(raw).not.toContain('\x1b[')
    }
  })

  test('export keeps an existing file under its default name, unless --force is given', async () => {
    const words = ['export', '--last', '1h', '-e', 'best']
    expect((await onTerminal(words, { env: asServer })).text).toContain('usdt-uah-1h.csv')
    expect(await onTerminal(words, { env: asServer })).toMatchObject({
      code: 1,
      text: expect.stringContaining('--force'),
    })
    expect((await onTerminal([...words, '--force'], { env: asServer })).code).toBe(0)
  })
})

describe('what goes wrong', () => {
  const failures: readonly (readonly [what: string, words: string, code: number, says: RegExp])[] = [
    ['an unknown command', 'rats', 2, /Unknown command 'rats'\.\n +Did you mean rates\?/],
    ['an unknown option', 'rates --fait UAH', 2, /Unknown option '--fait'\.\n +Did you mean --fiat\?/],
    ['a malformed option', 'rates --fiat 12', 2, /a code of three letters.*\n +p2p rates --help/],
    ['an unknown currency', 'rates --fiat XXX', 2, /--fiat must be one of UAH.*\n +p2p markets/],
    [
      'a fee beyond reason',
      'arbitrage --transfer-fee-usdt 9999',
      2,
      /--transfer-fee-usdt must be a number.*\n +p2p arbitrage --help/,
    ],
    ['an option that a subcommand needs', 'webhooks create', 2, /'--url <url>'.*\n +p2p webhooks create --help/],
    ['a currency to remember that is none', 'config set fiat hryvnia', 2, /not a currency code/],
    ['a server to remember that is none', 'config set server nowhere', 2, /not a server address/],
    ['a port that is none', 'demo --port 99999', 2, /from 0 to 65535/],
    ['a proxy that is none', 'rates --proxy ftp://127.0.0.1', 2, /socks5:/],
    ['a missing amount', 'quote', 2, /The amount is missing\.\n +p2p quote 50000 UAH/],
    [
      'currencies next to all of them',
      'rates UAH EUR --all',
      2,
      /'rates --all'\. Expected 0.*\n +p2p rates --all --help/,
    ],
    ['a day for a moment', 'rates --at 2026-11-20', 2, /needs a time of day\.\n +p2p rates --at 2026-11-20T14:05/],
    ['two formats at once', 'rates --json --csv', 2, /cannot be combined/],
    ['a server address that is none', 'rates --server nowhere', 2, /must begin with https:/],
    ['a server that is not there', 'rates --server http://127.0.0.1:1', 1, /ECONNREFUSED.*\n.*p2p doctor/],
    ['a key that nobody has', 'rates --key p2p_x', 4, /invalid or revoked.*\n.*p2p login/],
    ['an unknown profile', 'rates --profile nobody', 2, /Unknown profile nobody/],
    ['nothing to choose from', 'webhooks', 2, /Missing subcommand\..*\n +p2p webhooks --help/],
    ['an unknown webhook', 'webhooks get wh_x', 1, /no such webhook.*\n +Check the id/],
    ['an exchange nobody knows', 'rates --direct --proxy foo=http://127.0.0.1:1', 2, /Unknown exchange foo/],
    ['login without a terminal', 'login --server http://127.0.0.1:1', 2, /--key/],
    ['too long a past', 'export --last 9000h', 2, /833/],
  ]
  test('each mistake is one sentence, one hint, an exit code', async () => {
    for (const [what, words, code, says] of failures) {
      const run = await p2p(words.split(' '), { env: words.includes('login') ? {} : asServer })
      expect.soft({ what, ...run }).toEqual({ what, code, out: '', err: expect.stringMatching(says) })
      expect.soft(run.err).not.toMatch(/\n {4}at /)
    }
  })

  test('what the plan does not include is a matter of the key', async () => {
    const { code, err } = await p2p(['history'], { env: asFree })
    expect({ code, err }).toMatchObject({ code: 4, err: expect.stringContaining('needs the Pro plan') })
  })

  test('a used-up minute says when it is over', async () => {
    const runs = []
    for (let call = 0; call < 11; call++) runs.push(await p2p(['usage', '--plan'], { env: asFree }))
    expect(runs.at(-1)).toMatchObject({ code: 5, err: expect.stringMatching(/Try again in \d+ s/) })
    server.clock.advance(61_000)
  })

  test('history without a server names its need', async () => {
    const { code, err } = await p2p(['stats', ...direct])
    expect(code).toBe(2)
    expect(err).toMatch(/stats needs a server.*\n.*--server/)
  })

  test('a market without ads: exit code 6', async () => {
    const heal = server.simulator.fault('all', { kind: 'unavailable' })
    const { code, err } = await p2p(['rates', ...direct])
    heal()
    expect(code).toBe(6)
    expect(err).toMatch(/Binance is out of order.*\n +p2p doctor/)
  })

  test('a cause that all exchanges share is printed once', async () => {
    const nowhere = Object.keys(server.simulator.baseUrls).flatMap((id) => [
      '--exchange-url',
      `${id}=http://127.0.0.1:1`,
    ])
    const { code, err } = await p2p(['rates', ...nowhere])
    expect(code).toBe(1)
    expect(err).toMatch(/^p2p: .*UAH at the moment\. All \d exchanges: The connection to the exchange failed/m)
    expect(err.match(/The connection/g)).toHaveLength(1)
  })

  test('two that are missing for one reason are named together', async () => {
    const nowhere = ['okx', 'mexc'].flatMap((id) => ['--exchange-url', `${id}=http://127.0.0.1:1`])
    const { err } = await p2p(['rates', ...direct, ...nowhere])
    expect(err).toMatch(/^! OKX, MEXC are missing: The connection/m)
  })

  const allButBybit = (out: string, err: string) => {
    expect(lines(out).map((line) => line.split('\t')[0])).toEqual(exchangeIds.filter((id) => id !== 'bybit'))
    expect(err).toMatch(/^! Bybit is missing: .*refuse/m)
  }

  test('one is blocked: the rest are shown, it is named, and the command succeeds', async () => {
    const heal = server.simulator.fault('bybit', { kind: 'blocked' })
    const { code, out, err } = await p2p(['rates', ...direct])
    heal()
    expect(code).toBe(0)
    allButBybit(out, err)
  })

  test('one that shows only its first page is named, in prices and by p2p doctor', async () => {
    const first = createServer(async (request, response) => {
      const isLater = Number(new URL(request.url ?? '', 'http://mexc').searchParams.get('page')) > 1
      const answer = await fetch(`${server.simulator.baseUrls.mexc}${request.url}`)
      response.writeHead(isLater ? 503 : answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    onTestFinished(() => void first.close())
    await once(first.listen(0, '127.0.0.1'), 'listening')
    const { port } = first.address() as AddressInfo
    const urls = exchangeIds.map(
      (id) => `${id}=${id === 'mexc' ? `http://127.0.0.1:${port}` : server.simulator.baseUrls[id]}`,
    )
    const ask = (command: string) => p2p([command, '--direct', ...urls.flatMap((url) => ['--exchange-url', url])])
    expect(await ask('rates')).toMatchObject({ code: 0, err: expect.stringMatching(/^! MEXC was read in part: /m) })
    expect((await ask('doctor')).out).toMatch(/MEXC.*some ads are missing/)
  })

  test('quotes and round trips name a blocked exchange once, and are a success', async () => {
    for (const words of ['quote --amount 5000', 'arbitrage --transfer-fee-usdt 0']) {
      const heal = server.simulator.fault('bybit', { kind: 'blocked' })
      const { code, err } = await p2p([...words.split(' '), ...direct])
      heal()
      expect.soft({ words, code, err }).toEqual({
        words,
        code: 0,
        err: expect.stringMatching(/^! Bybit is missing: .*refuse.*\n +p2p doctor/m),
      })
      expect.soft(err.match(/^!.*is missing/gm)).toHaveLength(1)
    }
  })

  test('about a blocked exchange alone there is no answer, with the reason: its ads are unknown', async () => {
    for (const words of ['quote --amount 5000 -e bybit', 'orderbook -e bybit']) {
      const heal = server.simulator.fault('bybit', { kind: 'blocked' })
      const run = await p2p([...words.split(' '), ...direct])
      heal()
      const says = /p2p: There are no reliable prices for UAH at the moment\. Bybit refuses/
      expect.soft({ words, ...run }).toEqual({ words, code: 6, out: '', err: expect.stringMatching(says) })
    }
  })

  test('a server that misses one says why, too', async () => {
    const half = await startServer({
      fiats: ['EUR'],
      historyDays: 0,
      faults: [{ exchange: 'bybit', fault: { kind: 'blocked' } }],
    })
    const env = { P2P_BASE_URL: half.url, P2P_API_KEY: half.keys.Free }
    const { code, out, err } = await p2p(['rates', '--fiat', 'EUR'], { env })
    await half.stop()
    expect(code).toBe(0)
    allButBybit(out, err)
  })
})

test('an exchange may be written as the tables show it', async () => {
  const { code, out } = await p2p(['ads', '-e', 'KuCoin', '--json'], { env: asServer })
  expect({ code, exchange: JSON.parse(out).exchange }).toEqual({ code: 0, exchange: 'kucoin' })
})

test('a user without a home directory can ask, too', async () => {
  const env = { ...asServer, HOME: '/dev/null', XDG_CONFIG_HOME: '/dev/null/config' }
  expect(await p2p(['rates'], { env })).toMatchObject({ code: 0, err: simulatedWarning })
  expect(await p2p(['config', 'update', 'fiat', 'EUR'], { env })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be written.*ENOTDIR.*\n.*XDG_CONFIG_HOME/),
  })
})

test('a server and a key are remembered, used, and forgotten, in a file for their owner alone', async () => {
  const login = await p2p(['login', '--server', server.url], { input: `${server.keys.Starter}\n` })
  expect(login).toMatchObject({ code: 0, out: expect.stringContaining('plan Starter') })
  const path = (await p2p(['config', 'path'])).out.trim()
  expect(path).toBe(join(home, 'config', 'p2p', 'profiles.json'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect((await p2p(['usage', '--plan'])).out).toContain('plan\tStarter')

  // The remembered key is for that server alone.
  const elsewhere = await startReceiver()
  await p2p(['usage', '--plan', '--server', elsewhere.url])
  expect(elsewhere.deliveries.length).toBeGreaterThan(0)
  expect(JSON.stringify(elsewhere.deliveries.map(({ headers }) => [...headers]))).not.toContain(server.keys.Starter)
  await elsewhere.close()

  await p2p(['config', 'update', 'fiat', 'eur'])
  expect((await p2p(['config', 'get', 'fiat'])).out).toBe('EUR\n')
  expect((await p2p(['config', 'list'])).out).not.toContain(server.keys.Starter)
  expect(JSON.parse((await p2p(['rates', '--json'])).out).fiat).toBe('EUR')
  expect((await p2p(['logout'])).code).toBe(0)
  expect(readFileSync(path, 'utf8')).not.toContain('p2p_')
  await p2p(['config', 'delete', 'fiat'])
})

test('the currency: the option before P2P_FIAT before the profile before the locale before the default', async () => {
  const fiatOf = async (env: Record<string, string>, ...words: string[]) =>
    JSON.parse((await p2p(['rates', '--json', ...words], { env: { ...asServer, ...env } })).out).fiat
  const german = { LANG: 'de_DE.UTF-8' }
  expect(await fiatOf({})).toBe('UAH')
  expect(await fiatOf({ LANG: 'ja_JP.UTF-8' })).toBe('UAH')
  expect(await fiatOf(german)).toBe('EUR')
  await p2p(['config', 'update', 'fiat', 'UAH'])
  expect(await fiatOf(german)).toBe('UAH')
  expect(await fiatOf({ P2P_FIAT: 'eur' })).toBe('EUR')
  expect(await fiatOf({ P2P_FIAT: 'eur' }, '--fiat', 'UAH')).toBe('UAH')
  await p2p(['config', 'delete', 'fiat'])
  expect((await p2p(['rates', '--help'])).out.replace(/\s+/g, ' ')).toContain('your locale, else UAH')
})

test('a webhook lives: made, tested, changed, delivered again, given a new secret, deleted', async () => {
  const hooks = (...words: string[]) => p2p(['webhooks', ...words, '--json'], { env: asServer })
  const parsed = async (...words: string[]) => JSON.parse((await hooks(...words)).out)
  const created = await parsed('create', '--url', receiver.url, '--event', 'best_buy', '--threshold', '0.01')
  expect(created).toMatchObject({ event: 'best_buy', threshold: 0.01, secret: expect.stringMatching(/^whsec_/) })
  const { id } = created
  expect((await parsed('list')).webhooks).toMatchObject([{ id }])
  const before = receiver.deliveries.length
  const ping = await parsed('test', id)
  await receiver.waitForDeliveries(before + 1)
  expect(await parsed('update', id, '--threshold', '0.02', '--disable')).toMatchObject({
    threshold: 0.02,
    enabled: false,
  })
  expect(await parsed('get', id)).toMatchObject({ disabled_reason: 'user' })
  expect((await parsed('deliveries', id)).deliveries).toMatchObject([{ id: ping.id, event: 'ping' }])
  await parsed('update', id, '--enable')
  expect(await parsed('resend', id, ping.id)).toMatchObject({ id: ping.id })
  const rotated = await parsed('rotate-secret', id, '--overlap-hours', '2')
  expect(rotated.secret).not.toBe(created.secret)
  expect(rotated.old_secret_expires_at).toMatch(/Z$/)
  expect(await parsed('activate-secret', id)).toMatchObject({ id, old_secret_expires_at: null })
  expect((await parsed('rotate-secret', id, '--overlap-hours', '0')).old_secret_expires_at).toBeNull()
  expect(await hooks('delete', id)).toMatchObject({ code: 0, out: '' })
  expect((await parsed('list')).webhooks).toEqual([])
})

/** The kinds of everything in an answer: prices may have moved between two questions. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}
