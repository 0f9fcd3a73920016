import type { ExchangeId } from '@p2p-rates/core'
import { type CentralBankServer, startCentralBankServer } from './central-banks/central-bank-server.js'
import { type Compression, createExchangeServer, type ExchangeServer } from './exchange-server.js'
import { simulatedExchanges, simulatedKeyedExchanges } from './exchanges/all.js'
import type { SimulatedKey } from './exchanges/simulated-exchange.js'
import { makeCertificates } from './faults/certificate.js'
import type { FaultTarget, ScheduledFault, SimulatedFault } from './faults/fault.js'
import { createFaultSchedule } from './faults/fault-schedule.js'
import { type Receiver, startReceiver } from './webhook-receiver.js'
import type { CrossedFiats } from './world/currencies.js'
import { createBoardCache, createWorld, type World } from './world/world.js'

export type SimulatorOptions = {
  /** The same seed and the same clock give the same bytes. */
  readonly seed: number
  readonly now?: () => number
  /**
   * Prices and ads are those of this much later (earlier when negative), so that a test can meet the same market at any
   * hour.
   */
  readonly leadMs?: number
  /** Exchanges get `portBase`, `portBase + 1` and so on, the central banks the next one; free ports when absent. */
  readonly portBase?: number
  /** Default: all but those that answer only with a key. */
  readonly exchanges?: readonly ExchangeId[]
  readonly crossed?: CrossedFiats
  readonly compression?: Compression
  readonly stepMs?: number
  /** HTTPS with a certificate made at the start; readers trust it through `certificate`. */
  readonly secure?: boolean
  readonly faults?: readonly ScheduledFault[]
  /** The keys that `keys` returns may also trade and withdraw. */
  readonly keysMayWrite?: boolean
}

export type Simulator = {
  readonly seed: number
  readonly world: World
  readonly baseUrls: Readonly<Record<ExchangeId, string>>
  readonly officials: Pick<CentralBankServer, 'urls' | 'requests'>
  readonly keys: ReadonlyMap<
    ExchangeId,
    { readonly key: string; readonly secret?: string; readonly passphrase?: string }
  >
  /** Certificate that readers of a secure simulator must trust, as PEM. */
  readonly certificate: string | null
  /** The address to which redirects lead by default. No request should arrive here. */
  readonly trap: Receiver
  readonly requests: (exchange: ExchangeId) => number
  /** Starts a fault, from now on or within given times. Returns the function that ends it. */
  readonly fault: (target: ExchangeId | FaultTarget, fault: SimulatedFault) => () => void
  readonly heal: (exchange?: ExchangeId) => void
  readonly closePort: (exchange: ExchangeId) => Promise<void>
  readonly openPort: (exchange: ExchangeId) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Starts the exchanges on 127.0.0.1.
 *
 * @example
 * const simulator = await startSimulator({ seed: 7 })
 * const client = createExchangeClient({ baseUrls: simulator.baseUrls })
 * simulator.fault('bybit', { kind: 'blocked' })
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { seed, now = Date.now, compression = 'gzip', stepMs = 60_000, secure = false } = options
  const exchanges = chosen(options.exchanges)
  const world = createWorld(seed, options.crossed, options.leadMs)
  const board = createBoardCache(world)
  const faults = createFaultSchedule(now)
  const certificates = secure ? makeCertificates() : null
  for (const entry of options.faults ?? []) faults.add(checked(entry, secure))

  const trap = await startReceiver({ now })
  const servers = new Map(
    exchanges.map((exchange): [ExchangeId, ExchangeServer] => [
      exchange.id,
      createExchangeServer({
        exchange,
        key: keyOf(exchange.id, options),
        viewAt: (atMs) => ({ atMs, board: (fiat, side) => board({ exchange: exchange.id, fiat, side }, atMs) }),
        faults,
        now,
        stepMs,
        compression,
        trapUrl: trap.url,
        certificates,
      }),
    ]),
  )
  let officials: CentralBankServer | null = null
  const close = async () => {
    await Promise.all([trap.close(), officials?.close(), ...[...servers.values()].map((server) => server.stop())])
  }
  const closing = async (error: unknown) => {
    await close()
    throw error
  }
  const ports = await listen(servers, options.portBase).catch(closing)
  const nextPort = options.portBase === undefined ? 0 : options.portBase + ports.size
  officials = await startCentralBankServer(world, now, nextPort).catch(closing)
  const { urls, requests } = officials

  const serverOf = (exchange: ExchangeId): ExchangeServer => {
    const server = servers.get(exchange)
    if (server === undefined) throw new Error(`${exchange} is not simulated here.`)
    return server
  }
  const scheme = secure ? 'https' : 'http'
  return {
    seed,
    world,
    baseUrls: Object.fromEntries([...ports].map(([exchange, port]) => [exchange, `${scheme}://127.0.0.1:${port}`])),
    officials: { urls, requests },
    keys: new Map(
      exchanges.flatMap(({ id, signed, takesPassphrase, takesKeyAlone }) => {
        const { key, secret, passphrase } = keyOf(id, options)
        const words = {
          key,
          ...(takesKeyAlone === true ? {} : { secret }),
          ...(takesPassphrase === true ? { passphrase } : {}),
        }
        return signed === undefined ? [] : [[id, words] as const]
      }),
    ),
    certificate: certificates?.good.cert ?? null,
    trap,
    requests: (exchange) => serverOf(exchange).requests(),
    fault: (target, fault) =>
      faults.add(checked({ ...(typeof target === 'string' ? { exchange: target } : target), fault }, secure)),
    heal: (exchange = 'all') => faults.clear(exchange),
    closePort: (exchange) => serverOf(exchange).stop(),
    openPort: async (exchange) => {
      await serverOf(exchange).listen(ports.get(exchange) ?? 0)
    },
    close,
  }
}

/** Plain enough to be found wherever it should not be. */
const keyOf = (id: ExchangeId, { seed, keysMayWrite = false }: SimulatorOptions): SimulatedKey => ({
  key: `key-of-${id}-${seed}`,
  secret: `secret-of-${id}-${seed}`,
  passphrase: `phrase-of-${id}-${seed}`,
  mayOnlyRead: !keysMayWrite,
})

async function listen(servers: ReadonlyMap<ExchangeId, ExchangeServer>, portBase: number | undefined) {
  const ports = new Map<ExchangeId, number>()
  for (const [exchange, server] of servers)
    ports.set(exchange, await server.listen(portBase === undefined ? 0 : portBase + ports.size))
  return ports
}

const chosen = (wanted: readonly ExchangeId[] | undefined) =>
  wanted === undefined ? simulatedExchanges : [...new Set(wanted)].map(exchangeNamed)

function exchangeNamed(id: ExchangeId) {
  const exchange = [...simulatedExchanges, ...simulatedKeyedExchanges].find((known) => known.id === id)
  if (exchange === undefined) throw new Error(`There is no simulation of ${id}.`)
  return exchange
}

function checked(entry: ScheduledFault, secure: boolean): ScheduledFault {
  if (entry.exchange !== 'all') exchangeNamed(entry.exchange)
  if (entry.fault.kind === 'tls' && !secure) throw new Error('A bad certificate needs a simulator started with secure.')
  return entry
}
