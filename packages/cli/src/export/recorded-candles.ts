import type { Candles, CandlesQuery, P2P } from '@p2p-rates/sdk'
import type { Cli } from '../cli.js'
import { say } from '../words/say.js'

type Query = Omit<CandlesQuery, 'format' | 'include' | 'interval'>

/** Asks for 5-minute candles with ad counts and confidence; without them from the first refusal of an older server on. */
export function recordedCandles({
  request,
  terminal,
}: Pick<Cli, 'request'> & { readonly terminal: Pick<Cli['terminal'], 'printWarning'> }) {
  let isOlder = false

  const plain = (p2p: P2P, query: Query) => p2p.candles({ ...query, interval: '5m', format: 'json' })
  const whole = (p2p: P2P, query: Query) =>
    p2p.candles({ ...query, interval: '5m', format: 'json', include: ['ads', 'confidence'] })

  return async (query: Query): Promise<Candles> => {
    if (isOlder) return request((p2p) => plain(p2p, query))
    try {
      return await request((p2p) => whole(p2p, query))
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'invalid_parameter') throw error
      const answer = await request((p2p) => plain(p2p, query))
      isOlder = true
      terminal.printWarning(say('The server is too old for ad counts and confidence: these columns are empty.'))
      return answer
    }
  }
}
