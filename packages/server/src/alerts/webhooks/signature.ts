import { createHmac, randomBytes } from 'node:crypto'

/** 256 random bits, shown once. One secret serves both signature schemes. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** `sha256=` and the hex HMAC of `<timestamp>.<raw body>`, keyed with the text of the secret. */
export const serviceSignature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`

/** The Standard Webhooks form, keyed with the decoded bytes; one signature per secret while one replaces another. */
export const standardSignature = (secrets: readonly string[], id: string, timestamp: string, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`
    })
    .join(' ')
