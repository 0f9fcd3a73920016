import { type Logger, pino } from 'pino'
import { StorageUnavailableError } from '../errors/storage-unavailable.js'

/** One JSON object a line. Only named fields are ever written, so no header, key or secret can slip in with an object. */
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
  /** The name of a security event. */
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

/** The same work again and again: one line when it begins to fail, one when it works again. */
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

/** What is left of a thrown thing when nothing secret may remain: its name and where it came from. */
export const faultFields = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        fault: `${error.name}: ${error.message.slice(0, 200)}`,
        // A full disk is no bug: the place in the code that noticed it helps nobody.
        ...(error instanceof StorageUnavailableError
          ? {}
          : { stack: (error.stack ?? '').split('\n').slice(1, 6).join('\n') }),
      }
    : { fault: String(error).slice(0, 200) }

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
