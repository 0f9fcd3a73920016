import { StorageUnavailableError } from './storage-unavailable.js'

export class DamagedDataError extends StorageUnavailableError {
  override readonly name = 'DamagedDataError'
  constructor(
    readonly path: string,
    options: ErrorOptions,
  ) {
    super(`The data in ${path} are damaged.`, options)
  }
}
