import { StorageUnavailableError } from './storage-unavailable.js'

/** The database file is not a database any more, or not a whole one. */
export class DamagedDataError extends StorageUnavailableError {
  override readonly name = 'DamagedDataError'
  constructor(
    readonly path: string,
    options: ErrorOptions,
  ) {
    super(`The data in ${path} are damaged.`, options)
  }
}
