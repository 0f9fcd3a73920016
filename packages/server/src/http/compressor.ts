import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../base/time/clock.js'
import type { Encoding } from './encodings.js'

export type Compressed = { readonly encoding: Encoding; readonly body: Buffer }

/** Compresses off the event loop, one answer at a time. */
export interface Compressor {
  /**
   * Returns only results that are smaller than the plain body and the previous encoding. `null` while busy or pausing;
   * the next request tries again.
   */
  compress(body: Buffer): Promise<readonly Compressed[]> | null
}

/**
 * After each answer, pauses for as much time as the compression took. A flood of distinct queries therefore takes at
 * most half a core.
 */
export function createCompressor(clock: Clock): Compressor {
  let isWorking = false
  let restsUntilMonoMs = 0

  const work = async (body: Buffer): Promise<readonly Compressed[]> => {
    const startedMonoMs = clock.monoMs()
    isWorking = true
    try {
      return await compressSmaller(body)
    } catch {
      // If memory is short, send the body uncompressed.
      return []
    } finally {
      isWorking = false
      restsUntilMonoMs = 2 * clock.monoMs() - startedMonoMs
    }
  }

  return { compress: (body) => (isWorking || clock.monoMs() < restsUntilMonoMs ? null : work(body)) }
}

async function compressSmaller(plain: Buffer): Promise<readonly Compressed[]> {
  const made: Compressed[] = []
  let smallest = plain.length
  for (const encoding of ['gzip', 'br'] as const) {
    const body = await encoders[encoding](plain)
    if (body.length >= smallest) continue
    smallest = body.length
    made.push({ encoding, body })
  }
  return made
}

export const encoders: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  identity: (plain) => Promise.resolve(plain),
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (plain) =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // Quality 5 takes about as much time as gzip; higher levels take 10 times as much for 10 % less.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
}

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
