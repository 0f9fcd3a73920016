import type { Fault, OfficialSource } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { Clock } from '../../base/time/clock.js'
import type { OfficialRateStore } from './official-rate-store.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Pause after a bank could not be read. */
const pauseMs = hourMs / 2

/** Called when a bank starts to fail, when its fault changes, and with `null` when it works again. */
export type ReportBankFault = (bank: string, fault: Fault | null) => void

/**
 * Reads each central bank's list once a day, as soon as it is published. Extra calls, and calls from other servers,
 * read nothing.
 */
export function createOfficialRateCollector(ports: {
  readonly store: OfficialRateStore
  readonly client: Pick<OfficialClient, 'fetchOfficial'>
  readonly sources: readonly OfficialSource[]
  /** Only a server that shows simulated markets stores simulated official rates. */
  readonly isSimulated: () => boolean
  readonly report: ReportBankFault
  readonly clock: Clock
}): () => Promise<void> {
  const { store, client, sources, isSimulated, report, clock } = ports
  const lastRead = new Map<string, number | null>()
  const notBefore = new Map<string, number>()
  const failing = new Map<string, Fault['kind']>()

  const lastReadMs = async (bank: string): Promise<number | null> => {
    const known = lastRead.get(bank)
    if (known !== undefined) return known
    const found = await store.lastReadMs(bank)
    lastRead.set(bank, found)
    return found
  }

  const isDue = async ({ id, publishedByHour }: OfficialSource): Promise<boolean> => {
    if (clock.monoMs() < (notBefore.get(id) ?? 0)) return false
    const nowMs = clock.wallMs()
    const newestListMs = Math.floor((nowMs - publishedByHour * hourMs) / dayMs) * dayMs + publishedByHour * hourMs
    const readMs = await lastReadMs(id)
    // A read time in the future came from a wrong clock, so read again.
    return readMs === null || readMs < newestListMs || readMs > nowMs
  }

  const fail = (bank: string, fault: Fault): void => {
    notBefore.set(bank, clock.monoMs() + Math.max(pauseMs, (fault.retryAfterSeconds ?? 0) * 1000))
    if (failing.get(bank) !== fault.kind) report(bank, fault)
    failing.set(bank, fault.kind)
  }

  const readBank = async (source: OfficialSource): Promise<void> => {
    const { id } = source
    const reading = await client.fetchOfficial(source)
    if (reading.state === 'failed') return fail(id, reading.fault)
    if (reading.simulated === true && !isSimulated())
      return fail(id, {
        kind: 'bad_response',
        message: `${source.name} is a simulation here, and the exchanges are not.`,
      })
    const readAtMs = clock.wallMs()
    await store.write(reading.rates.map((rate) => ({ ...rate, bank: id, readAtMs })))
    lastRead.set(id, readAtMs)
    if (failing.delete(id)) report(id, null)
  }

  return async () => {
    const due: OfficialSource[] = []
    for (const source of sources) if (await isDue(source)) due.push(source)
    await Promise.all(due.map(readBank))
  }
}
