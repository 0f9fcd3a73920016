/** The disk is full or refuses writes. Reads go on; the writer is told the truth and may try again. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError'
}

/** The data are gone or other data lie in their place. Nothing that is written from now on would be found again. */
export class DataReplacedError extends StorageUnavailableError {
  override readonly name = 'DataReplacedError'
  constructor(path: string) {
    super(`${path} was removed or replaced while the server ran. Nothing more is written; start the server again.`)
  }
}
