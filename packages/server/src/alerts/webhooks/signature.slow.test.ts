import { execFileSync } from 'node:child_process'
import { needs } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { makeSecret, serviceSignature, standardSignature } from './signature.js'

const opensslHmac = (text: string, keyHex: string) =>
  execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${keyHex}`, '-binary'], {
    input: text,
  })

test.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '1700000000', '{"a":1}'],
  ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', '0', ''],
  [makeSecret(), '1795255513', '{"nickname":"пан \u202e Ω 🦊 \\u0000"}'],
])('openssl computes the same for %s', needs('openssl'), (secret, timestamp, body) => {
  const service = opensslHmac(`${timestamp}.${body}`, Buffer.from(secret).toString('hex')).toString('hex')
  expect(serviceSignature(secret, timestamp, body)).toBe(`sha256=${service}`)
  expect(serviceSignature(secret, timestamp, `${body} `)).not.toBe(`sha256=${service}`)
  const key = Buffer.from(secret.slice(6), 'base64').toString('hex')
  expect(standardSignature([secret], 'dl_1', timestamp, body)).toBe(
    `v1,${opensslHmac(`dl_1.${timestamp}.${body}`, key).toString('base64')}`,
  )
})
