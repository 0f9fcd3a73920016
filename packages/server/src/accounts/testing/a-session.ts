import type { Session } from '../login-stores.js'
import type { SessionDigest } from '../tokens.js'

export const aSession = (name: string, facts: Partial<Session> = {}): Session => ({
  digest: name as SessionDigest,
  accountId: 'acc_one',
  createdAtMs: 10,
  usedAtMs: facts.createdAtMs ?? 10,
  endsAtMs: 100,
  network: '192.0.2.7',
  ...facts,
})
