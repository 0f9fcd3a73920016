import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Fault } from '../fault.js'
import { faults } from './transport-faults.js'
import type { TransportLimits } from './transport-limits.js'

export const acceptedEncodings = 'gzip, br, deflate'

/**
 * Inflates and decodes a body that has fully arrived. Synchronous on purpose: a usual page costs a fifth of the
 * thread-pool way, and the caps bound the worst case to about ten milliseconds.
 */
export function readBody(wire: Uint8Array, encoding: string, limits: TransportLimits): string | Fault {
  const bytes = inflate(wire, encoding, limits)
  if (!(bytes instanceof Uint8Array)) return bytes
  if (!isUtf8(bytes)) return faults.charset
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

function inflate(wire: Uint8Array, encoding: string, limits: TransportLimits): Uint8Array | Fault {
  if (encoding === '' || encoding === 'identity' || wire.length === 0) return wire
  const decompress = decompressors.get(encoding)
  if (decompress === undefined) return faults.encoding
  const maxOutputLength = Math.min(limits.maxInflatedBytes, wire.length * limits.maxInflation)
  try {
    return decompress(wire, { maxOutputLength, chunkSize: 64 * 1024 })
  } catch (error) {
    return error instanceof RangeError ? faults.tooLarge : faults.compression
  }
}

const decompressors = new Map(Object.entries({ gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }))

const byteOrderMark = '\ufeff'
