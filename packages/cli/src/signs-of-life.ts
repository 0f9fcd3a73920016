import { fstatSync } from 'node:fs'
import type { Terminal } from './terminal.js'

const soonestMs = 200
const latestMs = 15_000

/**
 * Only who writes into a pipe learns that nobody reads it any more. A blank before the next line of JSON changes nothing
 * for its readers, and lets `p2p stream | head -n 1` end. Say after each line that it is over.
 */
export function signsOfLife({ write }: Pick<Terminal, 'write'>): () => void {
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

const isPipe = (): boolean => {
  try {
    const out = fstatSync(1)
    return out.isFIFO() || out.isSocket()
  } catch {
    return false
  }
}
