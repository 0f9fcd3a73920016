import type { SpotTicker, UsdtUsd } from '@p2p-rates/core/internal'
import type { SpotClient } from '@p2p-rates/core/node'
import type { Notes } from '../../base/notes.js'
import type { Clock } from '../../base/time/clock.js'
import { readUsdtUsdNote, writeUsdtUsd } from '../../market/usdt-usd-notes.js'
import { createSourceFaults, type ReportSourceFault } from '../source-faults.js'

const periodMs = 15 * 60_000

/**
 * Reads USDT/USD every 15 minutes from the first spot exchange that answers. Extra calls, and calls from other servers,
 * read nothing.
 */
export function createUsdtUsdCollector(ports: {
  readonly tickers: readonly SpotTicker[]
  readonly notes: Notes
  readonly client: Pick<SpotClient, 'fetchUsdtUsd'>
  /** Only a server that shows simulated markets stores simulated rates. */
  readonly isSimulated: () => boolean
  readonly report: ReportSourceFault
  readonly clock: Clock
}): () => Promise<void> {
  const { tickers, notes, client, isSimulated, report, clock } = ports
  const faults = createSourceFaults({ report, pauseMs: 0, clock })
  let dueMonoMs: number | null = null

  const firstDueMonoMs = async (): Promise<number> => {
    const readMs = (await readUsdtUsdNote(notes))?.newest.observedAtMs ?? 0
    const ageMs = clock.wallMs() - readMs
    // A read time in the future came from a wrong clock, so read again.
    return clock.monoMs() + (ageMs < 0 ? 0 : Math.max(0, periodMs - ageMs))
  }

  const read = async (ticker: SpotTicker): Promise<UsdtUsd | null> => {
    const { id, name } = ticker
    if (faults.isPaused(id)) return null
    const reading = await client.fetchUsdtUsd(ticker)
    if (reading.state === 'failed') faults.failed(id, reading.fault)
    else if (reading.simulated === true && !isSimulated())
      faults.failed(id, { kind: 'bad_response', message: `${name} is a simulation here, and the exchanges are not.` })
    else {
      faults.worked(id)
      return reading.usdtUsd
    }
    return null
  }

  return async () => {
    dueMonoMs ??= await firstDueMonoMs()
    if (clock.monoMs() < dueMonoMs) return
    dueMonoMs = clock.monoMs() + periodMs
    for (const ticker of tickers) {
      const usdtUsd = await read(ticker)
      if (usdtUsd !== null) return writeUsdtUsd(notes, usdtUsd)
    }
  }
}
