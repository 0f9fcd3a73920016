import { crc32 } from 'node:zlib'
import { type Fiat, fiats } from '@p2p-rates/core'

export type RecordHead = {
  readonly isFull: boolean
  readonly fiat: Fiat
  readonly judgedAtMs: number
}

export type FoundRecord = {
  readonly head: RecordHead
  readonly body: Buffer
  readonly endsAt: number
}

export const fileHead = Buffer.from('P2PARC1\n', 'latin1')
/** The first bytes of every record: where one is damaged the next is found by them. */
const recordMarker = Buffer.from([0xa7, 0x70, 0x32, 0x72])
const lengthAt = 4
const checksumAt = 8
const kindAt = 12
const fiatAt = 13
const judgedAt = 16
const headLength = 24

const mostBytes = 4 * 1024 * 1024

export function recordOf({ isFull, fiat, judgedAtMs }: RecordHead, body: Buffer): Buffer {
  if (body.length > mostBytes) throw new RangeError('a market is too large to be archived')
  const record = Buffer.alloc(headLength + body.length)
  recordMarker.copy(record)
  record.writeUInt32LE(body.length, lengthAt)
  record.writeUInt8(isFull ? 1 : 0, kindAt)
  record.write(fiat, fiatAt, 3, 'latin1')
  record.writeDoubleLE(judgedAtMs, judgedAt)
  body.copy(record, headLength)
  record.writeUInt32LE(checksumOf(record), checksumAt)
  return record
}

/** The length is part of it: one that was damaged leads nowhere. */
const checksumOf = (record: Buffer): number =>
  crc32(record.subarray(kindAt), crc32(record.subarray(lengthAt, checksumAt)))

export async function* findRecords(
  chunks: AsyncIterable<Buffer>,
  onDamage: (fromByte: number) => void,
): AsyncGenerator<FoundRecord> {
  let held: Buffer = Buffer.alloc(0)
  let heldAt = 0
  let isDamaged = false
  const drop = (bytes: number): void => {
    held = held.subarray(bytes)
    heldAt += bytes
  }
  const noteDamage = (): void => {
    if (!isDamaged) onDamage(heldAt)
    isDamaged = true
  }
  /** The next sound record; `undefined` where more bytes are needed to know. */
  const next = (isEnd: boolean): FoundRecord | undefined => {
    for (;;) {
      if (held.length < headLength) return undefined
      const length = held.readUInt32LE(lengthAt)
      const isBegun = held.subarray(0, recordMarker.length).equals(recordMarker) && length <= mostBytes
      if (isBegun && held.length < headLength + length && !isEnd) return undefined
      const record = isBegun ? readRecord(held, length) : null
      if (record !== null) {
        isDamaged = false
        drop(headLength + length)
        return { ...record, endsAt: heldAt }
      }
      noteDamage()
      const again = held.indexOf(recordMarker, 1)
      // Keep the last bytes, because the buffer may end within a mark.
      drop(again < 0 ? Math.max(1, held.length - recordMarker.length + 1) : again)
    }
  }
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let found = next(false); found !== undefined; found = next(false)) yield found
  }
  for (let found = next(true); found !== undefined; found = next(true)) yield found
  if (held.length > 0) noteDamage()
}

function readRecord(held: Buffer, length: number): Omit<FoundRecord, 'endsAt'> | null {
  const record = held.subarray(0, headLength + length)
  if (record.length < headLength + length || checksumOf(record) !== record.readUInt32LE(checksumAt)) return null
  const fiat = fiats.find((one) => one === record.toString('latin1', fiatAt, judgedAt))
  const judgedAtMs = record.readDoubleLE(judgedAt)
  if (fiat === undefined || !(Math.abs(judgedAtMs) <= 8.64e15)) return null
  return { head: { isFull: record.readUInt8(kindAt) === 1, fiat, judgedAtMs }, body: record.subarray(headLength) }
}
