import { createHash, generateKeyPairSync, sign } from 'node:crypto'

import type { BadCertificate } from './fault.js'

type Certificate = { readonly key: string; readonly cert: string }
export type Certificates = Readonly<Record<'good' | BadCertificate, Certificate>>

export function makeCertificates(): Certificates {
  const here = { name: '127.0.0.1', fromMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2049, 0, 1) }
  return {
    good: createCertificate(here),
    unknown: createCertificate(here),
    expired: createCertificate({ ...here, untilMs: Date.UTC(2021, 0, 1) }),
    wrong_name: createCertificate({ ...here, name: 'somewhere-else.invalid' }),
  }
}

/**
 * A self-signed certificate made on the spot, so that no private key lies in the repository. Node can read certificates
 * but not write them, hence the few lines of DER.
 */
function createCertificate(options: {
  readonly name: string
  readonly fromMs: number
  readonly untilMs: number
}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const subject = sequence(set(sequence(oid('2.5.4.3'), text(options.name))))
  const serial = createHash('sha256').update(spki).digest().subarray(0, 8)
  serial[0] = 0x40
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    subject,
    sequence(time(options.fromMs), time(options.untilMs)),
    subject,
    spki,
    tagged(
      0xa3,
      sequence(
        sequence(
          oid('2.5.29.19'),
          tagged(0x01, Buffer.from([0xff])),
          octets(sequence(tagged(0x01, Buffer.from([0xff])))),
        ),
        sequence(oid('2.5.29.17'), octets(sequence(alternativeName(options.name)))),
      ),
    ),
  )
  const certificate = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)
const set = (part: Buffer) => tagged(0x31, part)
const integer = (value: Buffer) => tagged(0x02, value)
const octets = (value: Buffer) => tagged(0x04, value)
const bits = (value: Buffer) => tagged(0x03, Buffer.from([0]), value)
const text = (value: string) => tagged(0x0c, Buffer.from(value))
/** The two-digit form, which the standard wants for dates before 2050. */
const time = (atMs: number) =>
  tagged(0x17, Buffer.from(`${new Date(atMs).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const alternativeName = (name: string) =>
  /^[\d.]+$/.test(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name))

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const base128 = (value: number): number[] =>
  value < 128 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f]

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
