import type { Store } from '../storage/store.js'
import type { Clock } from '../time/clock.js'
import { refuseOtherKey } from '../webhooks/master-key.js'
import type { Seal } from '../webhooks/secret-box.js'
import type { Operator } from './operator.js'

/** Puts a backup in the place of the data, of which nothing that waits may be written afterwards. */
export function createRestore(ports: {
  readonly store: Pick<Store, 'restore'>
  /** With the present master key. */
  readonly seal: () => Seal
  readonly clock: Clock
  /** Writes down what belongs to the data that go. */
  readonly before: () => Promise<void>
  readonly tell: (event: { readonly kind: 'data_replaced' }) => void | Promise<void>
}): Operator['restore'] {
  const { store, seal, clock, before, tell } = ports
  return async (file, { keepEnded }, tellStep) => {
    await before()
    const restored = await store.restore(file, {
      nowMs: clock.wallMs(),
      keepEnded,
      judge: (backup) => refuseOtherKey(seal(), file, backup),
      ...(tellStep && { tell: tellStep }),
    })
    await tell({ kind: 'data_replaced' })
    return restored
  }
}
