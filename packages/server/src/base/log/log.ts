import { type Logger, pino } from 'pino'
import { StorageUnavailableError } from '../errors/storage-errors.js'

/** Writes only named fields, so that no header, key or secret enters the log with an object. */
export type Log = Readonly<Record<Severity, (message: string, fields?: LogFields) => void>>

type Severity = 'debug' | 'info' | 'warn' | 'error'

export type LogFields = {
  readonly request_id?: string | undefined
  readonly exchange?: string | undefined
  readonly reporter?: string | undefined
  readonly bank?: string | undefined
  readonly fiat?: string | undefined
  readonly fault?: string | undefined
  readonly webhook_id?: string | undefined
  readonly account_id?: string | undefined
  readonly key_id?: string | undefined
  readonly invite_id?: string | undefined
  readonly plan?: string | undefined
  readonly event?: string | undefined
  readonly network?: string | undefined
  readonly by?: string | undefined
  readonly duration_ms?: number
  readonly count?: number
  readonly address?: string | undefined
  readonly stack?: string | undefined
  readonly version?: string | undefined
}

export function createLog(level: string, write?: (line: string) => void): Log {
  const logger: Logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    ...(write === undefined ? [] : [{ write }]),
  )
  const line =
    (severity: Severity) =>
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
