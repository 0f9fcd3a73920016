import { closeSync, fsyncSync, openSync } from 'node:fs'

/** A file that was made or renamed has its name for good only after this. */
export function syncDirectory(path: string): void {
  // Windows has no such thing and needs none.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
