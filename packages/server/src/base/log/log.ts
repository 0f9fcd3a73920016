import { type Logger, pino } from 'pino'
import { StorageUnavailableError } from '../errors/storage-errors.js'

/** Writes only named fields, so that no header, key or secret enters the log with an object. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = {
  readonly request_id?: string
  readonly exchange?: string
  readonly reporter?: string
  readonly bank?: string
  readonly fiat?: string
  readonly fault?: string
  readonly webhook_id?: string
  readonly account_id?: string
  readonly key_id?: string
  readonly invite_id?: string
  readonly plan?: string
  readonly event?: string
  readonly network?: string
  readonly by?: string
  readonly duration_ms?: number
  readonly count?: number
  readonly address?: string
  readonly stack?: string
  readonly version?: string
}

export function createLog(level: string, write?: (line: string) => void): Log {
  const logger: Logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    ...(write === undefined ? [] : [{ write }]),
  )
  const line =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      logger[severity](fields, message)
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

export const logDamage =
  (log: Pick<Log, 'error'>) =>
  (what: string): void =>
    log.error(`${what} is damaged on disk and left out; see p2p-server verify`)

export function oncePerOutage(log: Log, what: string, work: () => void | Promise<void>) {
  let failing = false
  return async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!failing) log.error(what, faultFields(error))
      failing = true
      return
    }
    if (failing) log.info(`over: ${what}`)
    failing = false
  }
}

export const faultFields = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        fault: `${error.name}: ${error.message.slice(0, 200)}`,
        // A full disk is not a bug, so its stack trace is useless.
        ...(error instanceof StorageUnavailableError
          ? {}
          : { stack: (error.stack ?? '').split('\n').slice(1, 6).join('\n') }),
      }
    : { fault: String(error).slice(0, 200) }

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
