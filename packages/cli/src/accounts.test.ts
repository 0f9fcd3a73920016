import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHome, runnerIn, windowRunnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
const onTerminal = windowRunnerIn(home)
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  server = await startServer({ historyDays: 0, fiats: ['UAH'] })
  env = { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Pro }
})
afterAll(async () => {
  await server.stop()
  remove()
})

const run = (line: string) => p2p(line.split(' '), { env })
const seen = async (line: string) => (await onTerminal(line.split(' '), { env, columns: 80 })).text

async function exchangesOf(line: string): Promise<string[]> {
  const { exchanges } = JSON.parse((await run(`${line} --json`)).out) as { exchanges: { exchange: string }[] }
  return exchanges.map(({ exchange }) => exchange)
}

test('reads each of several named exchanges once', async () => {
  expect(await exchangesOf('rates -e okx -e binance')).toEqual(['binance', 'okx'])
  expect(await exchangesOf('rates -e BINANCE,okx')).toEqual(['binance', 'okx'])
  const quote = JSON.parse((await run('quote 5000 -e okx -e binance --json')).out)
  expect(quote.alternatives.map(({ exchange }: { exchange: string }) => exchange)).toEqual(['binance', 'okx'])
  expect(await run('quote 5000 okx binance --json')).toEqual(await run('quote 5000 -e okx -e binance --json'))
  expect(await run('rates --by size -e okx -e binance')).toMatchObject({
    code: 2,
    err: expect.stringContaining('This command takes one exchange.'),
  })
  expect((await run('rates --by size -e okx')).code).toBe(0)
  expect(await run('rates -e okx -e bybt')).toMatchObject({ code: 2, err: expect.stringContaining('bybit') })
})

test('rates by one payment method are those of its ads, and the heading says so', async () => {
  const { methods } = JSON.parse((await run('rates --by method --json')).out)
  const { price, exchange } = methods.find(({ id }: { id: string }) => id === 'monobank')
  const rates = JSON.parse((await run('rates -m monobank --json')).out)
  expect(rates.best_buy).toEqual({ price, exchange })
  expect(await seen('rates -m monobank')).toContain('1 USDT in UAH through monobank, best')
  expect(JSON.parse((await run('rates monobank UAH --json')).out)).toEqual(rates)
  expect(await exchangesOf('rates okx binance')).toEqual(['binance', 'okx'])
  expect(await run('rates UAH monobnk')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/"monobnk" is not an exchange, currency or payment method\.\n +Did you mean monobank\?/),
  })
  expect(await seen('rates -m monobank')).not.toContain('when you are paid with')
  expect(await run('rates -m monobnk')).toMatchObject({
    code: 6,
    err: expect.stringMatching(/do not have a price both .* this payment method\.\n +Did you mean monobank\?/),
  })
})

test('the exchanges and payment methods of a profile hold for rates and quotes until others are named', async () => {
  await run('config set exchange Okx,binance')
  await run('config set method monobank')
  expect(await exchangesOf('rates')).toEqual(await exchangesOf('rates -e okx -e binance -m monobank'))
  expect(await run('quote 5000 --json')).toEqual(await run('quote 5000 -e okx -e binance -m monobank --json'))
  expect(await seen('rates')).toContain('Only OKX, Binance, monobank, from your profile; -e all -m all')
  expect(await exchangesOf('rates -e all -m all')).toHaveLength(6)
  expect(await seen('rates -e bybit -m all')).not.toContain('profile')
  expect(await exchangesOf('rates -e bybit')).toEqual(['bybit'])
  await run('config set method monobnk')
  expect(await run('rates')).toMatchObject({
    code: 6,
    err: expect.stringMatching(
      /this payment method\.\n +Your profile allows only OKX or Binance and monobnk\. .*p2p config delete exchange, p2p config delete method\n/,
    ),
  })
  expect(await run('quote 5000')).toMatchObject({
    err: expect.stringContaining('method of the profile: The dictionary'),
  })
  await run('config delete exchange')
  await run('config delete method')
  expect(await exchangesOf('rates')).toHaveLength(6)
})

test('a profile takes only exchanges and currencies that exist, and keys of the right form', async () => {
  expect(await run('config set exchange bybt')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/"bybt" is not an exchange\.\n +Did you mean bybit\?/),
  })
  for (const [words, said] of [
    ['config set fiat ZZZ', '"ZZZ" is not a currency code.'],
    ['config set key garbage', 'An API key is p2p_ and 38 letters and digits.'],
  ] as const)
    expect.soft(await run(words)).toMatchObject({ code: 2, err: expect.stringContaining(said) })
  expect(await run('config set method ,')).toMatchObject({
    code: 2,
    err: expect.stringContaining('has an empty name'),
  })
})
