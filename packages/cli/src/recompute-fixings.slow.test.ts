import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FixingInputs, Fixings } from '@p2p-rates/contract'
import { startServer, type TestServer } from '@p2p-rates/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHome, runnerIn } from './testing/run-p2p.js'
import { untilFixed } from './testing/until-fixed.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)
let server: TestServer
let env: Record<string, string>
/** Changes the next answers of the server below a path. */
let tamper: (path: string, text: string) => string = (_, text) => text
const proxy = createServer(async (request, response) => {
  const { url: path = '', headers } = request
  const answer = await fetch(server.url + path, { headers: { 'x-api-key': String(headers['x-api-key']) } })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(tamper(path, await answer.text()))
})

beforeAll(async () => {
  server = await startServer({ historyDays: 12 })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  env = {
    P2P_BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    P2P_API_KEY: server.keys.Business,
  }
  await untilFixed(p2p, server)
})
afterAll(async () => {
  proxy.close()
  await server.stop()
  remove()
})

const fixings = async (): Promise<Fixings> => JSON.parse((await p2p(['index', 'days', '--json'], { env })).out)
const recompute = (...words: string[]) => p2p(['index', 'days', 'UAH', '--recompute', ...words], { env })

test('each fixing of a server is computed again from its inputs, to the last digit', async () => {
  const { out, code } = await recompute('--json')
  const rows: { day: string; value: number; recomputed: number; same: boolean }[] = JSON.parse(out).fixings
  expect(code).toBe(0)
  expect(rows.map(({ day, value }) => [day, value])).toEqual(
    (await fixings()).fixings.map(({ day, value }) => [day, value]),
  )
  expect(rows.every(({ same, value, recomputed }) => same && value === recomputed)).toBe(true)
})

test('one day alone is computed again, and its inputs are shown by slot and exchange', async () => {
  const { day = '' } = (await fixings()).fixings.at(-2) ?? {}
  expect(JSON.parse((await recompute('--inputs', day, '--json')).out).fixings).toMatchObject([{ day, same: true }])
  const { out, code } = await p2p(['index', 'days', 'UAH', '--inputs', day], { env })
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^${day}T11:30:00.000Z\\tbinance\\t[\\d.]+\\t10\\t`))
})

test.each([[], ['--recompute']])(
  'a day without a fixing, and a word that is no day, are named %s',
  async (...words) => {
    const inputsOf = (day: string) => p2p(['index', 'days', 'UAH', '--inputs', day, ...words], { env })
    expect(await inputsOf('2025-01-01')).toEqual({
      ...{ code: 6, out: '', err: 'p2p: There is no fixing of UAH with inputs for 2025-01-01.\n' },
    })
    for (const day of ['foo', '2026-11-99', '2026-11-31'])
      expect(await inputsOf(day)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`'--inputs <day>' argument '${day}'`),
      })
  },
)

test('a Free key recomputes any number of days: the program waits out the limit per minute', async () => {
  const pausesMs: number[] = []
  const sleep = async (ms: number) => {
    pausesMs.push(ms)
    server.clock.advance(ms)
  }
  const options = { env: { P2P_BASE_URL: server.url, P2P_API_KEY: server.keys.Free }, sleep }
  let notes = ''
  for (const fiat of ['UAH', 'EUR']) {
    const { out, err, code } = await p2p(['index', 'days', fiat, '--recompute', '--json'], options)
    expect(code).toBe(0)
    expect(JSON.parse(out).fixings.length).toBeGreaterThan(10)
    notes += err
  }
  expect(pausesMs.length).toBeGreaterThan(1)
  expect(notes.match(/continuing in \d+ s\./g)).toHaveLength(pausesMs.length)
})

describe('a server that lies is found', () => {
  const isInputs = (path: string) => path.endsWith('/inputs')
  const withTampered = async (change: (path: string, text: string) => string, words: readonly string[] = []) => {
    tamper = change
    try {
      return await recompute('--json', ...words)
    } finally {
      tamper = (_, text) => text
    }
  }

  test('in a single digit of the inputs', async () => {
    const { day = '' } = (await fixings()).fixings.at(-1) ?? {}
    const text = JSON.stringify((await inputsOf(day)).inputs)
    const digits = [...text.matchAll(/\d/g)]
    const lies = digits
      .filter((_, at) => at % Math.ceil(digits.length / 12) === 0)
      .map(({ index, 0: digit }) =>
        JSON.parse(text.slice(0, index) + (digit === '1' ? '2' : '1') + text.slice(index + 1)),
      )
      // A float has no room for the last digits of some numbers.
      .filter((lie) => JSON.stringify(lie) !== text)
    expect(lies.length).toBeGreaterThan(5)
    for (const lie of lies) {
      const { out, code } = await withTampered(
        (path, answer) => (isInputs(path) ? JSON.stringify({ ...JSON.parse(answer), inputs: lie }) : answer),
        ['--inputs', day],
      )
      expect(code).toBe(1)
      expect(JSON.parse(out).fixings[0].differs).toContain('inputs')
    }
  })

  test('in a value, in a state and in a withheld day', async () => {
    const lies: readonly ((path: string, text: string) => string)[] = [
      (path, text) => (isInputs(path) ? text : text.replace(/"value":[\d.]+/, '"value":1')),
      (path, text) => (isInputs(path) ? text.replace(/"share":[\d.]+/, '"share":0.9') : text),
      (path, text) => (isInputs(path) ? text : text.replace('"withheld":null', '"withheld":["okx"]')),
    ]
    for (const lie of lies) {
      const { code, err } = await withTampered(lie)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/Not the same: 20\d\d-/) })
    }
  })

  const inputsOf = async (day: string): Promise<FixingInputs> =>
    JSON.parse((await p2p(['index', 'days', 'UAH', '--inputs', day, '--json'], { env })).out)
})

describe('an anchor', () => {
  const path = join(home, 'anchor.txt')
  const anchor = (lines: readonly string[], ...words: string[]) => {
    writeFileSync(path, `# a comment\n${lines.map((line) => `${line}\n`).join('')}`)
    return p2p(['index', 'days', ...words, '--anchored', path], { env })
  }
  const linesOf = ({ fixings: links }: Fixings) => links.map(({ number, digest }) => `UAH ${number} ${digest}`)

  test('holds as long as each of its digests has its number in its chain', async () => {
    const lines = linesOf(await fixings())
    expect((await anchor(lines)).code).toBe(0)
    const { code, err } = await anchor([...lines, `UAH ${lines.length} ${'0'.repeat(64)}`])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(`UAH: digest 000000000000… is not number ${lines.length} of the chain`),
    })
    const { fixings: links } = await fixings()
    const { out } = await anchor([`UAH 1 ${links[1]?.digest}`], '--json')
    expect(JSON.parse(out)).toMatchObject([{ valid: false, lost: [links[1]?.digest] }])
  })

  test('is verified for one currency alone, if it is named', async () => {
    const lines = linesOf(await fixings())
    expect((await anchor([...lines, `EUR 1 ${'0'.repeat(64)}`], 'UAH')).code).toBe(0)
    expect(await anchor(lines, 'eur')).toMatchObject({ code: 6, err: expect.stringContaining(`${path} holds no EUR.`) })
    expect(await anchor(lines, '--fiat', 'EUR')).toMatchObject({ code: 6 })
  })

  test('without a chain, as of an empty store, has nothing to verify', async () => {
    expect(await anchor([])).toMatchObject({ code: 6, err: expect.stringContaining(`${path} holds no anchors.`) })
  })

  test('with a malformed line or a currency that the server does not have is rejected, with the place', async () => {
    for (const line of ['UAH', `UAH 1 ${'0'.repeat(12)}`])
      expect(await anchor([...linesOf(await fixings()).slice(0, 1), line])).toMatchObject({
        code: 1,
        err: expect.stringContaining(`Line 3 of ${path} is not from p2p-server anchor.`),
      })
    expect(await anchor([`XXX 1 ${'0'.repeat(64)}`])).toMatchObject({
      code: 1,
      err: expect.stringContaining('This server has no currency XXX.'),
    })
  })
})

test('--restated shows a corrected day with its fixing and its correction', async () => {
  const restated = async (): Promise<Fixings> =>
    JSON.parse((await p2p(['index', 'days', 'EUR', '--restated', '--json'], { env })).out)
  expect((await restated()).fixings).toEqual([])
  const { fixings: links }: Fixings = JSON.parse((await p2p(['index', 'days', 'EUR', '--json'], { env })).out)
  const { day = '', value } = links[1] ?? {}
  await server.server.operator.correctFixing({ fiat: 'EUR', day, value: '0.9', why: 'A test' })
  server.clock.advance(60_000)
  expect((await restated()).fixings).toMatchObject([
    { day, value, correction: null },
    { day, value: 0.9, correction: 'A test' },
  ])
})
