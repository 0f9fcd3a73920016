import { defaultPlans, type PlanLimits } from '@p2p-rates/contract'
import type { KeyDigest } from '../accounts/account.js'
import type { Caller } from '../accounts/caller.js'
import { createOffender } from '../limits/hammering.js'
import { createMonthlyQuota } from '../limits/monthly-quota.js'
import { createMinuteWindow } from '../limits/sliding-window.js'

/** Somebody on the Free plan, with other limits where a test says so. */
export const aCaller = ({
  keyId = 'key_1',
  accountId = 'acc_1',
  limits = {},
}: {
  keyId?: string
  accountId?: string
  limits?: Partial<PlanLimits>
} = {}): Caller => ({
  key: {
    id: keyId,
    accountId,
    digest: '' as KeyDigest,
    prefix: 'p2p_00000000',
    label: null,
    createdAtMs: 0,
    revokedAtMs: null,
  },
  state: {
    account: { id: accountId, name: 'A', plan: 'Free', createdAtMs: 0 },
    limits: { ...defaultPlans.Free, ...limits },
    minute: createMinuteWindow(),
    underWay: 0,
    refusals: createOffender(),
    quota: createMonthlyQuota(),
  },
})
