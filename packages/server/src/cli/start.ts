import { readFileSync } from 'node:fs'
import { type Config, ConfigError, type ConfigReading, realExchangesWhileSimulated } from '../base/config.js'
import { createLog, faultFields, type Log } from '../base/log/log.js'
import { prettyLine } from '../base/log/pretty-line.js'
import { version } from '../base/version.js'
import { parentGone } from './parent-gone.js'

export function openFilesLimit(limits = '/proc/self/limits'): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}

/** Bounds the shutdown, whatever hangs. One of several servers first drains its clients. */
const stopTimeoutMs = 25_000
const streamCloseMs = 20_000

export type BuildServer = (
  config: Config,
  tools: { readonly log: Log },
) => Promise<{ readonly url: string; stop(): Promise<void>; readonly ended: Promise<Error> }>

export async function start({ config, warnings }: ConfigReading, build: BuildServer): Promise<void> {
  const real = realExchangesWhileSimulated(config)
  if (real.length > 0) {
    const why = 'real prices would be marked as simulated'
    throw new ConfigError([`P2P_SIMULATED needs an address in P2P_EXCHANGE_URLS for ${real.join(', ')}: ${why}`])
  }
  // Subscribe first, because the parent may end during the start.
  const orphaned = parentGone()
  const log = createLog(config.LOG_LEVEL, writerFor(config.LOG_FORMAT))
  log.info('starting', { version })
  for (const warning of warnings) log.warn(warning)
  if (config.SIMULATED) log.warn('SIMULATED exchanges: none of the prices served here exists')
  for (const exchange of config.EXCHANGE_KEYS?.keys() ?? [])
    log.info(
      config.EXCHANGES.includes(exchange)
        ? `${exchange} is read through its official interface, with your key`
        : `there is a key for ${exchange}, which is not among P2P_EXCHANGES`,
    )
  const openFiles = openFilesLimit()
  if (openFiles !== null && openFiles < config.MAX_STREAMS)
    log.warn(`only ${openFiles} open files are allowed, fewer than P2P_MAX_STREAMS: raise the limit (ulimit -n)`)

  const server = await build(config, { log })
  log.info('listening', { address: server.url })

  const stopped = new Promise<void>((done, fail) => {
    let isStopping = false
    const stop = (reason: string) => {
      if (isStopping) return
      isStopping = true
      log.info(`stopping on ${reason}`)
      const forcedExit = setTimeout(
        () => {
          log.error('the stop took too long')
          process.exit(1)
        },
        stopTimeoutMs + (config.REDIS_URL === undefined ? 0 : streamCloseMs + config.DRAIN_SECONDS * 1_000),
      )
      forcedExit.unref()
      server.stop().then(done, fail)
      for (const again of ['SIGTERM', 'SIGINT'] as const) process.once(again, () => process.exit(130))
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
    void orphaned.then(() => stop('the end of its parent'))
  })
  process.on('unhandledRejection', (error) => log.error('an unhandled rejection', faultFields(error)))
  const lost = server.ended.then((reason) => {
    throw reason
  })
  await Promise.race([stopped, lost])
  log.info('stopped')
}

function writerFor(format: Config['LOG_FORMAT']): ((line: string) => void) | undefined {
  const { isTTY } = process.stdout
  if (format === 'json' || (format === 'auto' && !isTTY)) return undefined
  const isColoured = isTTY && !process.env.NO_COLOR
  return (line) => void process.stdout.write(prettyLine(line, isColoured))
}
