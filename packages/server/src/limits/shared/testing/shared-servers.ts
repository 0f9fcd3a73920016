import { onTestFinished } from 'vitest'
import { openForTest, type ServerOptions } from './open-limiter.js'

/** A limiter that closes at the end of the test. */
export async function startSharedServer(wanted: ServerOptions) {
  const opened = await openForTest(wanted)
  onTestFinished(opened.close)
  return opened
}
