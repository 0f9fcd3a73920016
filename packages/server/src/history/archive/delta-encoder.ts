import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Fiat } from '@p2p-rates/core'
import { getOrCreate } from '../../base/get-or-create.js'
import { type ArchivedMarket, archivedMarketOf, type FlatMarket, flatMarketOf } from './archived-market.js'
import { decodeDelta, encodeDelta } from './delta-codec.js'
import { type RecordHead, recordOf } from './record-format.js'

export const deflateText: (text: string) => Promise<Buffer> = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

const mostText = 32 * 1024 * 1024

export const inflateText = async (compressed: Uint8Array): Promise<string> =>
  (await inflated(compressed, { maxOutputLength: mostText })).toString('utf8')

/** Maximum time between two full records of a currency. A reader can start at any full record. */
export const fullEveryMs = 3_600_000

export function createDeltaEncoder() {
  const before = new Map<Fiat, { readonly market: FlatMarket; readonly fullAtMs: number }>()
  return {
    encodeMarket: async (archived: ArchivedMarket): Promise<Buffer> => {
      const market = flatMarketOf(archived)
      const { fiat, judgedAtMs } = market
      const earlier = before.get(fiat)
      const isFull = earlier === undefined || !isWithin(judgedAtMs - earlier.fullAtMs)
      const text = encodeDelta(market, isFull ? null : earlier.market)
      before.set(fiat, { market, fullAtMs: isFull ? judgedAtMs : earlier.fullAtMs })
      return recordOf({ isFull, fiat, judgedAtMs }, await deflateText(text))
    },
    /** Write a full record of every currency next, because the latest one is not in the file. */
    forgetBases: (): void => before.clear(),
  }
}

const isWithin = (ms: number): boolean => ms >= 0 && ms < fullEveryMs

type PassedRecord = { readonly head: RecordHead; readonly body: Buffer }

export function createRecordReader() {
  const before = new Map<Fiat, FlatMarket>()
  const passed = new Map<Fiat, PassedRecord[]>()

  const readOne = async ({ head, body }: PassedRecord): Promise<ArchivedMarket | null> => {
    const { fiat, isFull } = head
    const earlier = before.get(fiat) ?? null
    if (earlier === null && !isFull) return null
    // Forget the base first: if this record is unreadable, so are the deltas after it, until the next full record.
    before.delete(fiat)
    const market = decodeDelta(await inflateText(body), head, isFull ? null : earlier)
    const archived = archivedMarketOf(market)
    before.set(fiat, market)
    return archived
  }

  return {
    /** Skip an unwanted record. The reader decodes it only if a wanted record is based on it. */
    skipRecord: (head: RecordHead, body: Buffer): void => {
      if (head.isFull) passed.delete(head.fiat)
      // Copy the body, because it is a slice of the read buffer.
      getOrCreate(passed, head.fiat, () => []).push({ head, body: Buffer.from(body) })
    },
    /** Null if the base record was not read. Throws if the record is corrupt. */
    readRecord: async (head: RecordHead, body: Buffer): Promise<ArchivedMarket | null> => {
      const needed = head.isFull ? [] : (passed.get(head.fiat) ?? [])
      passed.delete(head.fiat)
      // Ignore errors of skipped records; records based on them return null.
      for (const record of needed) await readOne(record).catch(() => null)
      return readOne({ head, body })
    },
  }
}
