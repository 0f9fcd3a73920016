import type { OfficialSource } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import { createSourceFaults, type SourcePorts } from '../source-faults.js'
import type { OfficialRateStore } from './official-rate-store.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const pauseMs = hourMs / 2

/** Reads each bank's list once a day, once it is published. Extra calls, also of other servers, read nothing. */
export function createOfficialRateCollector(
  ports: SourcePorts & {
    readonly store: OfficialRateStore
    readonly client: Pick<OfficialClient, 'fetchOfficial'>
    readonly sources: readonly OfficialSource[]
  },
): () => Promise<void> {
  const { store, client, sources, clock } = ports
  const lastRead = new Map<string, number | null>()
  const faults = createSourceFaults(ports, { pauseMs, comparedWith: 'the exchanges' })

  const lastReadMs = async (bank: string): Promise<number | null> => {
    const known = lastRead.get(bank)
    if (known !== undefined) return known
    const found = await store.lastReadMs(bank)
    lastRead.set(bank, found)
    return found
  }

  const isDue = async ({ id, publishedByHour }: OfficialSource): Promise<boolean> => {
    if (faults.isPaused(id)) return false
    const nowMs = clock.wallMs()
    const newestListMs = Math.floor((nowMs - publishedByHour * hourMs) / dayMs) * dayMs + publishedByHour * hourMs
    const readMs = await lastReadMs(id)
    // A read time in the future came from a wrong clock, so read again.
    return readMs === null || readMs < newestListMs || readMs > nowMs
  }

  const readBank = async (source: OfficialSource): Promise<void> => {
    const { id } = source
    const reading = await client.fetchOfficial(source)
    if (!faults.isUsable(source, reading)) return
    const readAtMs = clock.wallMs()
    await store.write(reading.rates.map((rate) => ({ ...rate, bank: id, readAtMs })))
    lastRead.set(id, readAtMs)
    faults.worked(id)
  }

  return async () => {
    const due: OfficialSource[] = []
    for (const source of sources) if (await isDue(source)) due.push(source)
    await Promise.all(due.map(readBank))
  }
}
