/** The disk is full or rejects writes. Reads continue; the client gets an error and may retry. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError'
}

/** The data files are gone or replaced. Later writes would be lost. */
export class DataReplacedError extends StorageUnavailableError {
  override readonly name = 'DataReplacedError'
  constructor(path: string) {
    super(`${path} was removed or replaced while the server ran. Nothing more is written; start the server again.`)
  }
}

export class DamagedDataError extends StorageUnavailableError {
  override readonly name = 'DamagedDataError'
  constructor(
    readonly path: string,
    options: ErrorOptions,
  ) {
    super(`The data in ${path} are damaged.`, options)
  }
}
