import { exchangeIds } from '@p2p-rates/core'
import { OperatorError } from '../../base/errors/operator-error.js'
import type { Clock } from '../../base/time/clock.js'
import { newReputation, publicKeyOf, type Reporter, type ReporterStore } from './reporter.js'

export type ReporterInput = Readonly<Record<'id' | 'publicKey' | 'exchanges', string>>

/** A collector was removed: its requests are rejected and its polls end. */
export type ReporterRemoved = { readonly kind: 'reporter_removed'; readonly reporter: string }

export function createReporterRegistry(ports: {
  readonly store: ReporterStore
  readonly clock: Clock
  readonly publishEvent: (removed: ReporterRemoved) => void | Promise<void>
}) {
  const { store, clock, publishEvent } = ports
  return {
    reporters: () => store.list(),
    addReporter: async (wanted: ReporterInput): Promise<Reporter> => {
      const reporter = parseReporter(wanted, clock.wallMs())
      if (await store.add(reporter)) return reporter
      throw new OperatorError(`There is a remote collector ${reporter.id} already: remove it first, or choose a name.`)
    },
    removeReporter: async (id: string): Promise<void> => {
      if (!(await store.remove(id))) throw new OperatorError(`There is no remote collector ${id}.`)
      await publishEvent({ kind: 'reporter_removed', reporter: id })
    },
  }
}

function parseReporter({ id, publicKey, exchanges }: ReporterInput, nowMs: number): Reporter {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id))
    throw new OperatorError('A name has 1 to 40 small letters, digits and hyphens, such as home-kyiv.')
  if (publicKeyOf(publicKey) === null)
    throw new OperatorError('That is no public key of a remote collector: `p2p agent` prints it, 43 characters long.')
  const wanted = [...new Set(exchanges.split(',').map((one) => one.trim()))]
  const unknown = wanted.find((one) => !exchangeIds.includes(one))
  if (unknown !== undefined) throw new OperatorError(`There is no exchange ${unknown} here: ${exchangeIds.join(', ')}.`)
  return { id, publicKey, exchanges: wanted, addedAtMs: nowMs, standing: newReputation }
}
