import { closeSync, constants, fstatSync, openSync } from 'node:fs'

const looksEveryMs = 300

/** Acts once nobody reads stdout any more, where a pipe tells; elsewhere the next thing written will. */
export function whenReaderLeaves(act: () => void): void {
  if (process.platform !== 'linux' || !isPipe()) return
  const looking = setInterval(() => {
    if (isRead()) return
    clearInterval(looking)
    act()
  }, looksEveryMs)
  looking.unref()
}

const isPipe = (): boolean => {
  try {
    return fstatSync(1).isFIFO()
  } catch {
    return false
  }
}

/** Linux opens a pipe for writing without waiting only while somebody has it open for reading. */
function isRead(): boolean {
  try {
    closeSync(openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENXIO'
  }
}
