import { fstatSync } from 'node:fs'
import type { Terminal } from './terminal.js'

const soonestMs = 200
const latestMs = 15_000

/**
 * Writes blanks into a pipe between lines of JSON, because only writing shows that the reader has left. Readers of JSON
 * ignore them, and `p2p watch --json | head -n 1` ends. Call the result after each line.
 */
export function detectClosedPipe({ write }: Pick<Terminal, 'write'>): () => void {
  if (!isPipe()) return () => {}
  let next: NodeJS.Timeout | undefined
  const giveAfter = (pauseMs: number): void => {
    next = setTimeout(() => {
      write(' ')
      giveAfter(Math.min(latestMs, pauseMs * 2))
    }, pauseMs)
    next.unref()
  }
  return () => {
    clearTimeout(next)
    giveAfter(soonestMs)
  }
}

function isPipe(): boolean {
  try {
    const out = fstatSync(1)
    return out.isFIFO() || out.isSocket()
  } catch {
    return false
  }
}
