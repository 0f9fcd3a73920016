import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ExchangeModuleError } from '@p2p-rates/core/node'
import { MasterKeyError } from '../alerts/webhooks/master-key.js'
import { ConfigError } from '../base/config.js'
import { CannotListenError, OperatorError, UnsupportedDatabaseError } from '../base/errors/operator-errors.js'
import { DamagedDataError, StorageUnavailableError } from '../base/errors/storage-errors.js'
import { NewerDataError } from '../storage/newer-data-error.js'

/** Backup folders used by `p2p-backup` and the guides: inside the data folder, or next to it. */
const foldersOf = (dataDir: string): readonly string[] =>
  [dataDir, dirname(resolve(dataDir))].map((folder) => join(folder, 'backups'))

function newestBackup(dataDir: string): string | null {
  const backups = foldersOf(dataDir).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.db'))
      .map((name) => join(folder, name)),
  )
  const byTime = backups.map((path) => ({ path, ms: lstatSync(path).mtimeMs })).sort((a, b) => b.ms - a.ms)
  return byTime[0]?.path ?? null
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** 2: wrong usage or configuration. 78: this server cannot serve these data with its setup. */
export const exitCodes = { failed: 1, usage: 2, unfit: 78 } as const

export type Failure = {
  readonly code: number
  readonly message: string
  /** Only for unexpected failures. */
  readonly stack: string | null
}

export function errorMessage(error: unknown): Failure {
  if (error instanceof ConfigError) return failureOf(error.message, exitCodes.usage)
  if (error instanceof DamagedDataError) return failureOf(aboutDamage(error), exitCodes.unfit)
  if (error instanceof OperatorError || error instanceof CannotListenError || error instanceof StorageUnavailableError)
    return failureOf(error.message, exitCodes.failed)
  if (!(error instanceof Error)) return failureOf(String(error), exitCodes.failed)
  if (unusableDataErrors.some((kind) => error instanceof kind)) return failureOf(error.message, exitCodes.unfit)
  const words = aboutFile(error) ?? aboutDatabase(error)
  if (words !== null) return failureOf(words, exitCodes.failed)
  return { code: exitCodes.failed, message: error.message, stack: error.stack ?? null }
}

/** A restart cannot fix these, so a supervisor should not retry. */
const unusableDataErrors = [NewerDataError, MasterKeyError, UnsupportedDatabaseError, ExchangeModuleError]

function aboutDamage({ message, path }: DamagedDataError): string {
  const backup = newestBackup(dirname(path))
  return backup === null
    ? `${message} Restore a backup: p2p-server restore FILE`
    : `${message} Restore the newest backup: p2p-server restore ${backup}`
}

const failureOf = (message: string, code: number): Failure => ({ code, message, stack: null })

function aboutFile(error: NodeJS.ErrnoException): string | null {
  const { code = '', path } = error
  if (path === undefined) return null
  const folder = dirname(path)
  const words: Readonly<Record<string, string>> = {
    ENOENT: existsSync(folder) ? `There is no ${path}.` : `There is no folder ${folder}.`,
    EACCES: `This user has no right to ${path} (EACCES).`,
    EPERM: `This user has no right to ${path} (EPERM).`,
    EROFS: `${path} lies on a disk that can only be read (EROFS).`,
    ENOTDIR: `${path} leads through something that is no folder (ENOTDIR).`,
    EISDIR: `${path} is a folder, not a file (EISDIR).`,
    ENOSPC: `There is no room for ${path} (ENOSPC).`,
    EDQUOT: `There is no room for ${path} (EDQUOT).`,
    EMFILE: 'Too many files are open: raise the limit (ulimit -n).',
    EEXIST: `There is something at ${path} already (EEXIST).`,
  }
  return words[code] ?? null
}

const aboutDatabase = (error: Error): string | null =>
  'errcode' in error ? `The data cannot be used: ${error.message}.` : null
