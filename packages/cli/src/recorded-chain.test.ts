import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixingContent, toFixingsResponse } from '@p2p-rates/contract'
import {
  canonicalJson,
  type FixingInputs,
  type FixingState,
  firstFixingState,
  fixingOfInputs,
  nextFixingState,
} from '@p2p-rates/core/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHome, runnerIn } from './testing/run-p2p.js'

const { home, remove } = makeHome()
const p2p = runnerIn(home)

type Entry = { readonly day: string; readonly inputs?: FixingInputs }
type Links = ReturnType<typeof linked>
let links: Links = []
let inputsByDay = new Map<string, FixingInputs>()

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const day = pathname.split('/').at(-2) ?? ''
  const [from, to] = [searchParams.get('from') ?? '2026-11-01', searchParams.get('to') ?? '2026-11-30']
  const within = links.filter(({ content }) => content.day >= from && content.day <= to)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify(
      pathname.endsWith('/inputs')
        ? { inputs: inputsByDay.get(day) }
        : toFixingsResponse({ fiat: 'UAH', span: { from, to }, links: within }),
    ),
  )
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  remove()
})

const digestOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** A chain whose digests are all right, as an operator makes it who forges an entry before it is published. */
function linked(entries: readonly Entry[]) {
  let previousDigest: string | null = null
  return entries.map(({ day, inputs }, at) => {
    const result = inputs && fixingOfInputs(inputs)
    const facts = result
      ? { ...result, method_next: result.next, inputs_digest: digestOf(inputs), correction: null }
      : { value: 40, confidence: null, sources: null, slots: null, correction: 'A test' }
    const content = fixingContent('UAH', { ...facts, day, number: at + 1, madeAtMs: 1_800_000_000_000, previousDigest })
    const digest = digestOf(content)
    previousDigest = digest
    return { content, digest }
  })
}

const slotsOf = (day: string): FixingInputs['slots'] =>
  Array.from({ length: 12 }, (_, at) => ({
    at: new Date(Date.parse(`${day}T11:30Z`) + at * 300_000).toISOString(),
    confidence: 'high',
    sources: ['binance', 'bybit', 'okx'].map((exchange, of) => ({ exchange, price: 41 + of / 10, evidence: 10 })),
  }))
const fixed = (day: string, state: FixingState, slots = slotsOf(day)) => ({ day, inputs: { ...state, slots } })

const first = fixed('2026-11-02', firstFixingState(false))
const correction = { day: '2026-11-02' }
/** The days between were not fixed. */
const afterGap = fixed('2026-11-05', nextFixingState(first.inputs))
const last = fixed('2026-11-06', nextFixingState(afterGap.inputs))
const forged = ({ day, inputs: { usual, slots, ...state } }: typeof last) =>
  fixed(day, { ...state, usual: [{ exchange: 'binance', days: 30, share: 1 }] }, slots)

/** Fields that differ, by day of the fixings with inputs. */
async function recompute(entries: readonly Entry[], ...words: string[]) {
  links = linked(entries)
  inputsByDay = new Map(entries.flatMap(({ day, inputs }) => (inputs === undefined ? [] : [[day, inputs]])))
  return recomputeServed(...words)
}

const askServer = (...words: string[]) => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return p2p(['index', 'days', 'UAH', '--json', '--server', address, ...words])
}

async function recomputeServed(...words: string[]) {
  const { out, code } = await askServer('--recompute', ...words)
  const rows: { day: string; same: boolean | null; differs: string[] }[] = JSON.parse(out).fixings
  const found = rows.filter(({ same }) => same !== null).map(({ day, differs }) => [day, differs])
  return { code, found: Object.fromEntries(found) }
}

describe('the state of a fixing', () => {
  test('follows the last fixing with inputs, past a correction and a gap', async () => {
    expect(await recompute([first, correction, afterGap, correction, correction, last])).toEqual({
      ...{ code: 0, found: { '2026-11-02': [], '2026-11-05': [], '2026-11-06': [] } },
    })
  })

  test.each([
    ['after a correction', [first, correction, forged(afterGap)], '2026-11-05'],
    ['after a gap', [first, forged(afterGap)], '2026-11-05'],
    ['in the first fixing', [forged(first)], '2026-11-02'],
    ['in the first fixing with inputs', [correction, forged(first)], '2026-11-02'],
  ])('is found if it was forged %s, also when that day alone is recomputed', async (_, entries, day) => {
    const { code, found } = await recompute(entries)
    expect({ code, differs: found[day] }).toEqual({ code: 1, differs: ['state'] })
    const { [day]: differs } = (await recompute(entries, '--inputs', day)).found
    expect(differs).toEqual(['state'])
  })

  test('is not proven by inputs that are not those of the earlier fixing, nor past missing entries', async () => {
    expect((await recompute([first, forged(afterGap), last], '--inputs', last.day)).found[last.day]).toEqual(['state'])
    await recompute([first, afterGap, last])
    inputsByDay.set(first.day, { ...first.inputs, slots: first.inputs.slots.slice(1) })
    expect((await recomputeServed('--inputs', afterGap.day)).found[afterGap.day]).toEqual(['state'])
    links = links.filter(({ content }) => content.number !== 2)
    expect((await recomputeServed('--inputs', last.day)).found[last.day]).toEqual(['state'])
  })
})

const movedTo = (at: number, time: string) =>
  slotsOf(first.day).map((slot, place) => (place === at ? { ...slot, at: `${first.day}T${time}.000Z` } : slot))

test.each([
  ['before the window', movedTo(0, '11:25:00')],
  ['after the window', movedTo(11, '12:30:00')],
  ['off the 5-minute grid', movedTo(3, '11:46:00')],
  ['twice', movedTo(3, '11:40:00')],
  ['on another day', slotsOf('2026-11-01')],
  [
    'with an exchange twice',
    slotsOf(first.day).map((slot) => ({ ...slot, sources: [...slot.sources, ...slot.sources] })),
  ],
])('a slot %s is found', async (_, slots) => {
  const { code, found } = await recompute([fixed(first.day, firstFixingState(false), slots)])
  expect({ code, differs: found[first.day] }).toEqual({ code: 1, differs: ['slots'] })
})

test('--restated lists the corrected days of the whole chain, or of a given span', async () => {
  const old = fixed('2025-09-05', firstFixingState(false))
  links = linked([old, { day: old.day }, fixed('2026-11-05', nextFixingState(old.inputs))])
  const restated = async (...words: string[]) => JSON.parse((await askServer('--restated', ...words)).out)
  expect(await restated()).toMatchObject({
    ...{
      from: old.day,
      fixings: [
        { day: old.day, correction: null },
        { day: old.day, correction: 'A test' },
      ],
    },
  })
  expect(await restated('--since', '2026-01-01')).toMatchObject({ from: '2026-01-01', fixings: [] })
  expect((await restated('--since', '2025-01-01', '--until', '2025-12-31')).fixings).toHaveLength(2)
})
