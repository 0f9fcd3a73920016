import { streamLimiterContract } from './stream-limiter.contract.js'
import { createMemoryStreamLimiter } from './stream-limiter.js'

streamLimiterContract('in memory', async () => {
  const places = createMemoryStreamLimiter()
  return [places, places]
})
