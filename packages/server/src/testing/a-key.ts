import type { ApiKey, KeyDigest } from '../accounts/account-and-key-store.js'

export const aKey = (id = 'key_1'): ApiKey => ({
  id,
  accountId: 'acc_1',
  digest: '' as KeyDigest,
  prefix: 'p2p_00000000',
  label: null,
  createdAtMs: 0,
  revokedAtMs: null,
})
