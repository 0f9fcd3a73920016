import type { Fault } from '@p2p-rates/core'
import type { SpotTicker, UsdtUsd } from '@p2p-rates/core/internal'
import type { SpotClient } from '@p2p-rates/core/node'
import type { Clock } from '../../base/time/clock.js'
import { readUsdtUsdNote, type UsdtUsdNotes, writeUsdtUsd } from '../../market/usdt-usd-notes.js'

const periodMs = 15 * 60_000

/**
 * Reads USDT/USD every 15 minutes from the first spot exchange that answers. Extra calls, and calls from other servers,
 * read nothing. `report` gets the fault when an exchange starts to fail or its fault changes, and `null` when it works
 * again.
 */
export function createUsdtUsdCollector(ports: {
  readonly tickers: readonly SpotTicker[]
  readonly notes: UsdtUsdNotes
  readonly client: Pick<SpotClient, 'fetchUsdtUsd'>
  /** Only a server that shows simulated markets stores simulated rates. */
  readonly isSimulated: () => boolean
  readonly report: (source: string, fault: Fault | null) => void
  readonly clock: Clock
}): () => Promise<void> {
  const { tickers, notes, client, isSimulated, report, clock } = ports
  const notBefore = new Map<string, number>()
  const failing = new Map<string, Fault['kind']>()
  let dueMonoMs: number | null = null

  const firstDueMonoMs = async (): Promise<number> => {
    const readMs = (await readUsdtUsdNote(notes))?.newest.observedAtMs ?? 0
    const ageMs = clock.wallMs() - readMs
    // A read time in the future came from a wrong clock, so read again.
    return clock.monoMs() + (ageMs < 0 ? 0 : Math.max(0, periodMs - ageMs))
  }

  const fail = ({ id }: SpotTicker, fault: Fault): null => {
    notBefore.set(id, clock.monoMs() + (fault.retryAfterSeconds ?? 0) * 1000)
    if (failing.get(id) !== fault.kind) report(id, fault)
    failing.set(id, fault.kind)
    return null
  }

  const read = async (ticker: SpotTicker): Promise<UsdtUsd | null> => {
    const { id, name } = ticker
    if (clock.monoMs() < (notBefore.get(id) ?? 0)) return null
    const reading = await client.fetchUsdtUsd(ticker)
    if (reading.state === 'failed') return fail(ticker, reading.fault)
    if (reading.simulated === true && !isSimulated())
      return fail(ticker, { kind: 'bad_response', message: `${name} is a simulation here, and the exchanges are not.` })
    if (failing.delete(id)) report(id, null)
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
