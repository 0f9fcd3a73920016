import { toRatesResponse } from '@p2p-rates/contract'
import { judgeMarket, normalRules } from '@p2p-rates/core'
import { createRandom, roundPrice } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { columns, encodeAd, hundredths, readFlatAd } from './ad-codec.js'
import { createDeltaEncoder, createRecordReader, fullEveryMs } from './delta-encoder.js'
import { findRecords } from './record-format.js'
import { createMovingMarket, startMs } from './testing/moving-market.js'

const minuteMs = 60_000
const seed = Number(process.env.SEED)

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const readAll = async (bytes: Buffer, size = 4_096) => {
  const reader = createRecordReader()
  const damage: number[] = []
  const read = []
  for await (const { head, body } of findRecords(chunksOf(bytes, size), (at) => damage.push(at))) {
    const market = await reader.readRecord(head, body).catch(() => null)
    if (market !== null) read.push({ isWhole: head.isFull, market })
  }
  return { read, damage }
}

const aDay = async (publications: number) => {
  const moving = createMovingMarket(seed)
  const maker = createDeltaEncoder()
  const markets = Array.from({ length: publications }, (_, place) => moving.at(startMs + 5 * minuteMs * place))
  const records: Buffer[] = []
  for (const market of markets) records.push(await maker.encodeMarket(market))
  return { markets, records }
}

test('a market is read as it was published, from a delta or a full record', async () => {
  const { markets, records } = await aDay(30)
  const { read, damage } = await readAll(Buffer.concat(records), 1 + createRandom(seed).below(5_000))
  expect(damage).toEqual([])
  expect(read).toHaveLength(markets.length)
  for (const [place, { market }] of read.entries()) {
    const { snapshot, ...beside } = markets[place] ?? {}
    expect({ ...market, snapshot: null }).toEqual({ ...beside, snapshot: null })
    const plain = (one: typeof snapshot) =>
      one && {
        ...one,
        market: {
          ...one.market,
          boards: one.market.boards.map((board) => ({
            ...board,
            ads: board.ads.map((ad) => ({
              ...ad,
              score: hundredths(ad.score),
              reasons: ad.reasons.map(({ code, detail = null, against }) => [
                code,
                detail,
                against === undefined ? null : roundPrice(against),
              ]),
            })),
          })),
        },
      }
    expect(plain(market.snapshot)).toEqual(plain(snapshot))
    expect(toRatesResponse(market.snapshot.rates)).toEqual(snapshot && toRatesResponse(snapshot.rates))
  }
})

test('judged again by the same method it comes to the same', async () => {
  const { records } = await aDay(12)
  const { read } = await readAll(Buffer.concat(records))
  let ads = 0
  for (const { market } of read) {
    const { fiat, market: judged, memory } = market.snapshot
    const boards = judged.boards.map((board) => ({ ...board, ads: board.ads.map(({ ad }) => ad) }))
    const again = judgeMarket(fiat, boards, memory, { ...normalRules, ...market.rules })
    const verdicts = (one: typeof judged) =>
      one.boards.map((board) =>
        board.ads.map(({ ad, trusted, eligible, score }) => [ad.adId, trusted, eligible, hundredths(score)]),
      )
    expect(verdicts(again)).toEqual(verdicts(judged))
    ads += verdicts(again).flat().length
  }
  expect(ads).toBeGreaterThan(100)
})

test('an unchanged market takes little space, and each hour begins with a full record', async () => {
  const { records } = await aDay(30)
  const { read } = await readAll(Buffer.concat(records))
  const whole = read.flatMap(({ isWhole }, place) => (isWhole ? [place] : []))
  const step = fullEveryMs / (5 * minuteMs)
  expect(whole).toEqual([0, step, 2 * step])
  const bytes = (isWhole: boolean) => {
    const some = records.filter((_, place) => whole.includes(place) === isWhole)
    return some.reduce((sum, { length }) => sum + length, 0) / some.length
  }
  expect(bytes(false)).toBeLessThan(0.75 * bytes(true))
})

test('a damaged record loses only the records based on it, wherever the damage is', async () => {
  const { records } = await aDay(26)
  const ends = records.map((_, place) => records.slice(0, place + 1).reduce((sum, { length }) => sum + length, 0))
  for (const place of [0, 1, 11, 12, 20, 25])
    for (const at of [0, 4, 5, 7, 8, 12, 13, 16, 24, (records[place]?.length ?? 0) - 1]) {
      const bytes = Buffer.concat(records)
      const start = (ends[place] ?? 0) - (records[place]?.length ?? 0)
      bytes.writeUInt8(bytes.readUInt8(start + at) ^ 0x55, start + at)
      const { read, damage } = await readAll(bytes)
      expect(damage, `byte ${at} of record ${place}`).toEqual([start])
      const nextWhole = [12, 24, 26].find((whole) => whole > place) ?? 26
      expect(read, `byte ${at} of record ${place}`).toHaveLength(26 - (nextWhole - place))
    }
})

test('random bytes are no markets, and no reason to fail', async () => {
  const { records } = await aDay(3)
  const [whole = Buffer.alloc(0)] = records
  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7_919 + seed) % 256))
  const marks = Buffer.from('a7703272ffffffff'.repeat(2_000), 'hex')
  for (const bytes of [noise, marks, Buffer.concat([marks, whole.subarray(0, 30)])])
    expect((await readAll(bytes)).read).toEqual([])
  expect((await readAll(Buffer.concat([noise, marks, ...records, marks]))).read).toHaveLength(3)
})

test('archives keep what orders took from an ad, and those of older releases are read without it', () => {
  const [ad] = createMovingMarket(seed)
    .at(startMs)
    .snapshot.market.boards.flatMap(({ ads }) => ads)
  if (ad === undefined) throw new Error('The market has ads.')
  const facts = { judgedAtMs: startMs, minutes: new Map(), times: [] }
  const flat = encodeAd({ ...ad, ad: { ...ad.ad, executedUsdt: 7.5 } }, facts)
  const values = columns.map((column) => flat[column])
  expect(readFlatAd(values)).toEqual(flat)
  expect(columns.at(-1)).toBe('executedUsdt')
  expect(readFlatAd(values.slice(0, -1))).toEqual({ ...flat, executedUsdt: null })
})
