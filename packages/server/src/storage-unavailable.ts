/** The disk is full or refuses writes. Reads go on; the writer is told the truth and may try again. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}
