import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountAdministration } from '../accounts/open-accounts.js'
import type { SecretBox } from '../alerts/webhooks/secret-box.js'
import type { Config } from '../base/config.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import { type OpenJob, timerJob } from '../base/jobs.js'
import type { Runtime } from '../base/runtime.js'
import type { Propagated } from '../cluster/membership.js'
import type { CorrectFixing } from '../history/daily-index/fixing-chain.js'
import type { Store } from '../storage/store.js'
import { openControlSocket } from './control-socket.js'
import { createOperator, createRestore, type Operator } from './operator.js'

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
 * If no admin exists, the server leaves a setup link in a file that only its owner can read. A restore first writes
 * pending data, so that no old data arrives in the restored ones.
 */
export async function openOperator(ports: {
  readonly runtime: Runtime
  readonly config: Pick<Config, 'DATA_DIR'>
  readonly store: Pick<Store, 'restore' | 'logins' | 'cluster'>
  readonly secretBox: SecretBox
  readonly administration: AccountAdministration
  readonly modules: {
    readonly history: { readonly correctFixing: CorrectFixing }
    readonly ingest: { readonly registry: Pick<Operator, 'reporters' | 'addReporter' | 'removeReporter'> }
    readonly cluster: { awaitPropagation(): Promise<Propagated | null> }
  }
  /** Writes pending data, before other data take the place of the present ones. */
  readonly flush: () => Promise<void>
  readonly publishEvent: (event: { readonly kind: 'data_replaced' }) => void | Promise<void>
}) {
  const { runtime, config, store, secretBox, administration, modules, flush, publishEvent } = ports
  const { clock } = runtime
  const operator = createOperator({
    administration,
    correct: modules.history.correctFixing,
    registry: modules.ingest.registry,
    acted: modules.cluster.awaitPropagation,
    restore: createRestore({ store, secretBox: () => secretBox, clock, before: flush, tell: publishEvent }),
  })
  const socket = store.cluster === null ? await openControlSocket(config.DATA_DIR, operator) : null
  return {
    operator,
    jobs: {
      setupFile: setupFileJob({
        runtime,
        setupLink: operator.setupLink,
        hasAdmin: store.logins.hasAdmin,
        dataDir: config.DATA_DIR,
      }),
    },
    close: async () => socket?.close(),
  }
}

export type OperatorModule = Awaited<ReturnType<typeof openOperator>>

/**
 * If no admin exists, writes a setup link to a file only its owner can read, and deletes the file when it is used or has
 * expired. The log names the file, never the link.
 */
function setupFileJob(ports: {
  runtime: Runtime
  setupLink: Operator['setupLink']
  hasAdmin: () => Promise<boolean>
  dataDir: string
}): OpenJob<unknown> {
  const { runtime, setupLink, hasAdmin, dataDir } = ports
  const { clock, log } = runtime
  const path = join(dataDir, 'setup-link')
  let endsAtMs: number | null = null

  const remove = (): void => {
    rmSync(path, { force: true })
    endsAtMs = null
  }

  const announce = async (): Promise<void> => {
    remove()
    try {
      const made = await setupLink()
      writeFileSync(path, `${made.link}\n`, { mode: 0o600, flag: 'wx' })
      endsAtMs = made.endsAtMs
      log.info(`no admin yet: open the link in ${path} within 15 minutes, or run p2p-server setup-link`)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
    }
  }

  const tidy = async (): Promise<void> => {
    if (endsAtMs !== null && (clock.wallMs() >= endsAtMs || (await hasAdmin()))) remove()
  }

  return async () =>
    timerJob(() => {
      void announce().catch(runtime.logError('there is no link of the first start'))
      return [runtime.repeat(1_000, 'the file of a set-up link stays', tidy)]
    })
}
