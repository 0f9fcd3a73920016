import type { SpotTicker, UsdtUsd } from '@p2p-rates/core/internal'
import type { SpotClient } from '@p2p-rates/core/node'
import type { Notes } from '../../base/notes.js'
import { readUsdtUsdNote, writeUsdtUsd } from '../../market/usdt-usd-notes.js'
import { createSourceFaults, type SourcePorts } from '../source-faults.js'

const periodMs = 15 * 60_000

/** Reads the first spot exchange that answers, every 15 minutes. Extra calls, also of other servers, read nothing. */
export function createUsdtUsdCollector(
  ports: SourcePorts & {
    readonly tickers: readonly SpotTicker[]
    readonly notes: Notes
    readonly client: Pick<SpotClient, 'fetchUsdtUsd'>
  },
): () => Promise<void> {
  const { tickers, notes, client, clock } = ports
  const faults = createSourceFaults(ports, { pauseMs: 0, comparedWith: 'the exchanges' })
  let dueMonoMs: number | null = null

  const firstDueMonoMs = async (): Promise<number> => {
    const readMs = (await readUsdtUsdNote(notes))?.newest.observedAtMs ?? 0
    const ageMs = clock.wallMs() - readMs
    // A read time in the future came from a wrong clock, so read again.
    return clock.monoMs() + (ageMs < 0 ? 0 : Math.max(0, periodMs - ageMs))
  }

  const read = async (ticker: SpotTicker): Promise<UsdtUsd | null> => {
    if (faults.isPaused(ticker.id)) return null
    const reading = await client.fetchUsdtUsd(ticker)
    if (!faults.isUsable(ticker, reading)) return null
    faults.worked(ticker.id)
    return reading.usdtUsd
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
