import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { BlockPage, BrokenBody, Bulk, Drift, SimulatedFault } from './fault.js'
import type { ActiveFault } from './fault-schedule.js'

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The content-encoding that `body` already has, or pretends to have. */
  readonly isEncoded?: true
}

export const jsonReply = (status: number, text: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: Buffer.from(text),
})

export const distortReply = (reply: Reply, active: readonly ActiveFault[], context: AnswerContext): Reply =>
  active.reduce((bent, { fault }) => applyFault(bent, fault, context), reply)

export type AnswerContext = { readonly refusal: unknown; readonly trapUrl: string }

function applyFault(reply: Reply, fault: SimulatedFault, { refusal, trapUrl }: AnswerContext): Reply {
  switch (fault.kind) {
    case 'rate_limited':
      return withRetryAfter(page(429, 'Too Many Requests'), fault.retryAfter)
    case 'blocked':
      return blockPages[fault.as ?? 'html']()
    case 'unavailable':
      return withRetryAfter(outage(fault.status ?? 503, fault.as ?? 'html'), fault.retryAfter)
    case 'redirect':
      return { status: 302, headers: { location: fault.to ?? trapUrl }, body: Buffer.alloc(0) }
    case 'refusal':
      return jsonReply(200, JSON.stringify(refusal))
    case 'bad_response':
      return broken(reply, fault.as ?? 'truncated', fault.atByte)
    case 'too_large':
      return bulk[fault.as ?? 'oversize']()
    case 'schema_drift':
      return { ...reply, body: Buffer.from(drifted(reply.body.toString(), fault.as ?? 'rows', fault.share ?? 1)) }
    case 'control_characters':
      // Into remarks, or into nicknames on wires that show no remarks.
      return { ...reply, body: Buffer.from(reply.body.toString().replace(texts, '$&\u0001\t\n\u001f')) }
    case 'hostile_names':
      return { ...reply, body: Buffer.from(reply.body.toString().replace('{', '{"__proto__":{"polluted":true},')) }
    default:
      return reply
  }
}

const texts = /"(?:remark|remarks|tradeTerms|nickName|userName|merchantName)":"/g

const page = (status: number, title: string, text = title): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
  ),
})

const withRetryAfter = (reply: Reply, retryAfter: string | undefined): Reply =>
  retryAfter === undefined ? reply : { ...reply, headers: { ...reply.headers, 'retry-after': retryAfter } }

/** Only the kinds of page are known, so the words are our own. */
const blockPages: Readonly<Record<BlockPage, () => Reply>> = {
  html: () => page(403, 'Access Denied', 'You do not have permission to access this server.'),
  teapot: () => page(418, 'I am a teapot'),
  legal: () => page(451, 'Unavailable For Legal Reasons', 'Not offered in your country.'),
  captcha: () => page(200, 'Just a moment', 'Please show that you are a person.'),
  json: () => jsonReply(403, '{"code":403,"msg":"Forbidden"}'),
}

function outage(status: number, as: 'html' | 'json' | 'empty'): Reply {
  if (as === 'html') return page(status, 'We will be back soon', 'The exchange is under maintenance.')
  return as === 'json' ? jsonReply(status, '{"error":"maintenance"}') : { status, headers: {}, body: Buffer.alloc(0) }
}

function broken(reply: Reply, as: BrokenBody, atByte = Math.floor(reply.body.length / 2)): Reply {
  switch (as) {
    case 'truncated':
      return { ...reply, body: reply.body.subarray(0, atByte) }
    case 'wrong_encoding':
      return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, isEncoded: true }
    case 'wrong_charset':
      return {
        ...reply,
        headers: { 'content-type': 'application/json;charset=UTF-16LE' },
        body: Buffer.from(reply.body.toString(), 'utf16le'),
      }
    case 'not_json':
      return jsonReply(200, 'OK')
    case 'empty':
      return jsonReply(200, '')
  }
}

const mebibyte = 1024 * 1024
const zeros = () => Buffer.alloc(64 * mebibyte, 0x30)
const json = { 'content-type': 'application/json;charset=UTF-8' }

const bulk: Readonly<Record<Bulk, () => Reply>> = {
  oversize: () => ({ ...jsonReply(200, `{"data":"${'x'.repeat(12 * mebibyte)}"}`), isEncoded: true }),
  gzip_bomb: once(() => sealed('gzip', gzipSync(zeros(), { level: 9 }))),
  brotli_bomb: once(() => sealed('br', brotliCompressSync(zeros(), { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }))),
  deep: () => jsonReply(200, `${'{"data":'.repeat(50_000)}null${'}'.repeat(50_000)}`),
}

const sealed = (encoding: string, body: Buffer): Reply => ({
  status: 200,
  headers: { ...json, 'content-encoding': encoding },
  body,
  isEncoded: true,
})

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function drifted(text: string, as: Drift, share: number): string {
  const body: unknown = JSON.parse(text)
  if (as === 'envelope') return JSON.stringify(renameKeys(body))
  return JSON.stringify(inLists(body, as === 'rows' ? renameKeys : numbersForTexts, share))
}

/** Changes this share of the rows of every list at the top of the answer. */
function inLists(value: unknown, change: (row: unknown) => unknown, share: number): unknown {
  if (Array.isArray(value))
    return value.map((row, index) => (Math.floor((index + 1) * share) > Math.floor(index * share) ? change(row) : row))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inLists(inner, change, share)]))
}

function renameKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${key}V2`, renameKeys(inner)]))
}

/** HTX sent numbers until 2019 where it sends texts now. */
function numbersForTexts(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const entries = Object.entries(row).map(([key, inner]) => [key, isDecimal(inner) ? Number(inner) : inner])
  return Object.fromEntries(entries)
}

const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^\d+\.\d+$|^\d{1,3}$/.test(value)
