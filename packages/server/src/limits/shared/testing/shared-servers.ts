import { onTestFinished } from 'vitest'
import { openSharedLimiterForTest, type ServerOptions } from './open-limiter.js'

export async function startSharedServer(wanted: ServerOptions) {
  const opened = await openSharedLimiterForTest(wanted)
  onTestFinished(opened.close)
  return opened
}
