import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyDigest } from './account-and-api-key.js'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tag = 'p2p_'
const randomLength = 32
const checksumLength = 6

/** A fresh key: `p2p_`, 32 random base62 characters and a checksum, by which scanners for leaked keys know one when they see it. The server never asks: a wrong key is a wrong key. */
export function makeKey(): string {
  const body = tag + randomText(randomLength)
  return body + checksum(body)
}

/** Keys carry 190 random bits, so a plain digest is as good as a slow one. */
export const digestOf = (key: string): KeyDigest => hash('sha256', key) as KeyDigest

export const prefixOf = (key: string): string => key.slice(0, 12)

/** Each byte below 248 gives one character without bias; the rest are thrown away. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
