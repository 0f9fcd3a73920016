import type { AccountAdministration } from '../accounts/open-accounts.js'
import type { SecretBox } from '../alerts/webhooks/master-key.js'
import type { Config } from '../base/config.js'
import type { Runtime } from '../base/runtime.js'
import type { Store } from '../storage/store.js'
import { openControlSocket } from './control-socket.js'
import { createOperator, type OperatorPorts } from './operator.js'

/**
 * The cli module: the commands of the operator (`program.ts`) and what a running server does for them.
 *
 * A command first looks for the server over the same data. Alone, a server answers it on a Unix socket, so that it sees
 * the change at once. If no server runs, or several share the data, `with-operator.ts` composes the same `Operator` over
 * the database; the servers read the change from the changelog. Promises:
 * - A command does the same with and without a running server, because both go through `createOperator`.
 * - Only the data's owner and root can use the socket, and a command sends nothing to a socket of another user.
 * - A server that writes no heartbeat for 30 seconds counts as hung, and the command ends.
 *
 * A restore first writes pending data, so that no old data arrives in the restored ones.
 */
export async function openOperator(ports: {
  readonly runtime: Pick<Runtime, 'clock'>
  readonly config: Pick<Config, 'DATA_DIR'>
  readonly store: Pick<Store, 'restore' | 'cluster'>
  readonly secretBox: SecretBox
  readonly administration: AccountAdministration
  readonly modules: {
    readonly history: Pick<OperatorPorts, 'correctFixing' | 'newestFixings'>
    readonly ingest: Pick<OperatorPorts, 'registry'>
    readonly cluster: { readonly awaitPropagation: OperatorPorts['acted'] }
  }
  /** Writes pending data, before other data take the place of the present ones. */
  readonly flush: () => Promise<void>
  readonly publishEvent: OperatorPorts['restoring']['tell']
}) {
  const { runtime, config, store, secretBox, administration, modules, flush, publishEvent } = ports
  const operator = createOperator({
    ...administration,
    correctFixing: modules.history.correctFixing,
    newestFixings: modules.history.newestFixings,
    registry: modules.ingest.registry,
    acted: modules.cluster.awaitPropagation,
    restoring: { store, secretBox: () => secretBox, clock: runtime.clock, before: flush, tell: publishEvent },
  })
  const socket = store.cluster === null ? await openControlSocket(config.DATA_DIR, operator) : null
  return {
    operator,
    close: async () => socket?.close(),
  }
}
