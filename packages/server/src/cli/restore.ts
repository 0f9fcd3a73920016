import { refuseOtherKey } from '../alerts/webhooks/master-key.js'
import type { SecretBox } from '../alerts/webhooks/secret-box.js'
import type { Clock } from '../base/time/clock.js'
import type { Store } from '../storage/store.js'
import type { Operator } from './operator.js'

/** Replaces all data by a backup. Pending writes must be flushed or dropped before. */
export function createRestore(ports: {
  readonly store: Pick<Store, 'restore'>
  readonly secretBox: () => SecretBox
  readonly clock: Clock
  /** Flushes pending writes that belong to the old data. */
  readonly before: () => Promise<void>
  readonly tell: (event: { readonly kind: 'data_replaced' }) => void | Promise<void>
}): Operator['restore'] {
  const { store, secretBox, clock, before, tell } = ports
  return async (file, { keepEnded }, tellStep) => {
    await before()
    const restored = await store.restore(file, {
      nowMs: clock.wallMs(),
      keepEnded,
      check: (backup) => refuseOtherKey(secretBox(), file, backup),
      ...(tellStep && { tell: tellStep }),
    })
    await tell({ kind: 'data_replaced' })
    return restored
  }
}
