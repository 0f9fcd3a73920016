import { readEnvironment } from './environment.js'

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof levels)[number]

/** Such as `console`. */
export type Logger = {
  readonly [Level in Exclude<LogLevel, 'off'>]: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Hands on entries at or above the level. What a logger throws is ignored. */
export function createLog(logger: Logger = console, chosen?: LogLevel): Logger {
  const fromEnvironment = readEnvironment('P2P_LOG')
  const level = chosen ?? levels.find((name) => name === fromEnvironment) ?? 'warn'
  const logAt =
    (at: Exclude<LogLevel, 'off'>): Logger['info'] =>
    (message, facts) => {
      if (levels.indexOf(at) > levels.indexOf(level)) return
      try {
        logger[at](`p2p-rates: ${message}`, facts)
      } catch {}
    }
  return { error: logAt('error'), warn: logAt('warn'), info: logAt('info'), debug: logAt('debug') }
}
