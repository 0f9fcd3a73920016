import { newReputation, type Reporter } from '../reporter.js'

export const aReporter = (facts: Partial<Reporter> = {}): Reporter => ({
  id: 'home-kyiv',
  publicKey: Buffer.alloc(32, 7).toString('base64url'),
  exchanges: ['bybit', 'bitget'],
  addedAtMs: 1,
  standing: newReputation,
  ...facts,
})
