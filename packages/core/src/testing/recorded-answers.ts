import { exchanges, type Fiat, fiats, sides, type WireRequest } from '../index.js'
import { systemPorts } from '../node/clock-and-random-ports.js'
import { createEventLoopTurns, openExchangeConnection } from '../node/exchange-connection.js'
import { createExchangeNameLists } from '../node/exchange-name-lists.js'
import { fetchBook } from '../node/fetch-book.js'
import { createPace } from '../node/pace.js'
import { createTransport } from '../node/transport.js'

export type RecordedAnswer = {
  readonly exchange: string
  readonly request: WireRequest
  readonly text: string
  readonly read: () => object
}

export async function recordAnswers(
  baseUrls: Readonly<Record<string, string>>,
  of: readonly Fiat[] = fiats,
): Promise<RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = []
  const transport = createTransport()
  const ports = systemPorts
  for (const exchange of exchanges) {
    const baseUrl = baseUrls[exchange.id]
    if (baseUrl === undefined) throw new Error(`There is no address for ${exchange.name}.`)
    const pace = createPace({ minIntervalMs: 0, maxConcurrent: 2 }, ports)
    const connection = openExchangeConnection({
      exchange,
      send: ({ request }, signal) => transport.send({ baseUrl }, request, signal),
      pace,
      nextSlot: createEventLoopTurns(),
      ports,
    })
    const dictionaries = createExchangeNameLists(connection, ports)
    const recording: typeof connection = {
      exchange,
      fetchAndParse: (asked, understand, signal) =>
        connection.fetchAndParse(
          asked,
          (answer, observedAtMs) => {
            const read = () => understand(answer, observedAtMs)
            recorded.push({ exchange: exchange.id, request: asked.request, text: answer.text, read })
            return understand(answer, observedAtMs)
          },
          signal,
        ),
    }
    for (const fiat of of) for (const side of sides) await fetchBook(recording, dictionaries, { fiat, side })
  }
  await transport.close()
  return recorded
}
