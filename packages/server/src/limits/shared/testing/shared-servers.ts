import { onTestFinished } from 'vitest'
import { openForTest, type ServerOptions } from './open-limiter.js'

export async function startSharedServer(wanted: ServerOptions) {
  const opened = await openForTest(wanted)
  onTestFinished(opened.close)
  return opened
}
