export interface StreamConnection {
  /** False when the other side does not read as fast as we write. */
  write(bytes: Buffer): boolean
  readonly unsentBytes: number
  end(lastBytes: Buffer): void
  destroy(): void
  onClose(listener: () => void): void
}
