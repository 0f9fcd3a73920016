import { execFileSync } from 'node:child_process'
import { webhookEventExample } from '@p2p-rates/contract'
import { needs } from '@p2p-rates/core/testing'
import { test } from 'vitest'
import { verifySignature } from './index.js'

test('a delivery that openssl signs is believed', needs('openssl'), async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify(webhookEventExample)
  const now = Date.UTC(2026, 0, 15, 12)
  const input = `${now / 1000}.${body}`
  const signature = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input }).toString().trim()
  const headers = {
    'x-service-timestamp': String(now / 1000),
    'x-service-signature': `sha256=${signature.split(' ').at(-1)}`,
  }
  await verifySignature(body, headers, secret, { now })
})
