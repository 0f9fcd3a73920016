import { errors } from 'undici'
import type { Fault } from '../fault.js'
import { faults } from './transport-faults.js'

/** Turns whatever undici or the socket threw into one of our faults. Never quotes the error: it may carry wire text. */
export function faultOfError(error: unknown): Fault {
  if (error instanceof errors.HTTPParserError) return faults.notHttp
  const code = codeOf(error)
  const known = exactCodes.get(code)
  if (known !== undefined) return known
  if (tlsPrefixes.some((prefix) => code.startsWith(prefix))) return faults.tls
  return faults.network
}

/** undici wraps the error of a socket; the innermost code is the most specific one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = codeOf(error.cause)
  if (inner !== '') return inner
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const exactCodes = new Map<string, Fault>([
  ['UND_ERR_CONNECT_TIMEOUT', faults.connectTimeout],
  ['ETIMEDOUT', faults.connectTimeout],
  ['UND_ERR_HEADERS_TIMEOUT', faults.firstByteTimeout],
  ['UND_ERR_BODY_TIMEOUT', faults.totalTimeout],
  ['UND_ERR_HEADERS_OVERFLOW', faults.tooLarge],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', faults.tooLarge],
  ['ENOTFOUND', faults.dns],
  ['EAI_AGAIN', faults.dns],
  ['EAI_FAIL', faults.dns],
  ['EAI_NODATA', faults.dns],
  ['EPROTO', faults.tls],
  ['UND_ERR_PRX_TLS', faults.tls],
  ['HOSTNAME_MISMATCH', faults.tls],
])

const tlsPrefixes = [
  'ERR_TLS_',
  'ERR_SSL_',
  'CERT_',
  'CRL_',
  'SELF_SIGNED_',
  'DEPTH_ZERO_',
  'UNABLE_TO_',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_',
]
