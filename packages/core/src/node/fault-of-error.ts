import { errors } from 'undici'
import type { Fault } from '../fault.js'
import { faults } from './transport-faults.js'

/** Turns whatever undici or the socket threw into one of our faults. Never quotes the error: it may carry wire text. */
export function faultOfError(error: unknown): Fault {
  if (error instanceof errors.HTTPParserError) return faults.notHttp
  const code = codeOf(error)
  return faultByCode.get(code) ?? (tlsCodes.test(code) ? faults.tls : faults.network)
}

/** undici wraps the error of a socket; the innermost code is the most specific one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = codeOf(error.cause)
  if (inner !== '') return inner
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const faultByCode = new Map<string, Fault>(
  (
    [
      [faults.connectTimeout, 'UND_ERR_CONNECT_TIMEOUT ETIMEDOUT'],
      [faults.firstByteTimeout, 'UND_ERR_HEADERS_TIMEOUT'],
      [faults.totalTimeout, 'UND_ERR_BODY_TIMEOUT'],
      [faults.tooLarge, 'UND_ERR_HEADERS_OVERFLOW UND_ERR_RES_EXCEEDED_MAX_SIZE'],
      [faults.dns, 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA'],
      [faults.tls, 'EPROTO UND_ERR_PRX_TLS HOSTNAME_MISMATCH'],
    ] as const
  ).flatMap(([fault, codes]) => codes.split(' ').map((code) => [code, fault] as const)),
)

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/
