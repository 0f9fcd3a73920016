import { describe, expect, test } from 'vitest'
import { checkEach } from '../testing/check-each.js'
import { faultOfError } from './fault-of-error.js'

const errorWith = (code: string, cause?: Error) =>
  Object.assign(new Error('text of the other side', { cause }), { code })

test('returns the kind of fault by the code', () =>
  checkEach(
    [
      ['tls', 'CERT_HAS_EXPIRED'],
      ['tls', 'CERT_NOT_YET_VALID'],
      ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ['tls', 'SELF_SIGNED_CERT_IN_CHAIN'],
      ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER'],
      ['dns', 'EAI_AGAIN'],
      ['timeout', 'ETIMEDOUT'],
      ['network', 'ECONNREFUSED'],
      ['network', 'EHOSTUNREACH'],
      ['network', 'UND_ERR_SOCKET'],
      ['too_large', 'UND_ERR_HEADERS_OVERFLOW'],
      ['network', 'SOMETHING_NEW'],
    ] as const,
    ([kind, code]) => {
      expect(faultOfError(errorWith(code)).kind).toBe(kind)
    },
  ))

describe('a fault', () => {
  test('is judged by the innermost cause', () => {
    expect(faultOfError(errorWith('UND_ERR_ABORTED', errorWith('ENOTFOUND'))).kind).toBe('dns')
  })

  test('never carries the text of the error', () => {
    expect(faultOfError(errorWith('EPROTO')).message).not.toContain('other side')
  })

  test('is made of anything thrown', () =>
    checkEach([undefined, null, 'text', 7, {}, new Error('no code')], (thrown) => {
      expect(faultOfError(thrown).kind).toBe('network')
    }))
})
