import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../time/clock.js'
import type { Encoding } from './encodings.js'

export type Compressed = { readonly encoding: Encoding; readonly body: Buffer }

/** Compresses beside the event loop, one answer at a time. */
export interface Compressor {
  /** Only what is smaller: than the bytes themselves, than the encoding before it. `null` while it works or rests: whoever asks next tries again. */
  compress(body: Buffer): Promise<readonly Compressed[]> | null
}

/** After each answer it rests as long as it worked: a flood of different questions cannot take a whole core. */
export function createCompressor(clock: Clock): Compressor {
  let isWorking = false
  let restsUntilMonoMs = 0

  const work = async (body: Buffer): Promise<readonly Compressed[]> => {
    const startedMonoMs = clock.monoMs()
    isWorking = true
    try {
      return await smallerOnes(body)
    } catch {
      // Out of memory, for the moment: the bytes go out as they are.
      return []
    } finally {
      isWorking = false
      restsUntilMonoMs = 2 * clock.monoMs() - startedMonoMs
    }
  }

  return { compress: (body) => (isWorking || clock.monoMs() < restsUntilMonoMs ? null : work(body)) }
}

async function smallerOnes(plain: Buffer): Promise<readonly Compressed[]> {
  const made: Compressed[] = []
  let smallest = plain.length
  for (const encoding of ['gzip', 'br'] as const) {
    const body = await encoded[encoding](plain)
    if (body.length >= smallest) continue
    smallest = body.length
    made.push({ encoding, body })
  }
  return made
}

/** Text in another encoding, made beside the event loop. */
export const encoded: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  identity: (plain) => Promise.resolve(plain),
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (plain) =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // Takes as long as gzip does; more would cost ten times as much for a tenth less.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
}

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
