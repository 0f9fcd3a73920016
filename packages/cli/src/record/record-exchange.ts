import { type Exchange, isFault, noNames, type Side, type WireRequest } from '@p2p-rates/core'
import {
  createPageRecorder,
  type PageRecord,
  type Recording,
  readDictionary,
  usedNames,
} from '@p2p-rates/core/internal'
import { createPageReader, type ExchangeClientOptions, type RawPage, requestHashOf } from '@p2p-rates/core/node'

export type RecordedExchange = {
  readonly recording: Recording
  readonly records: readonly PageRecord[]
}

/** Requests the exchange's lists and one page a side, and scrubs the pages. Null if it does not trade the currency. */
export async function recordExchange(
  exchange: Exchange,
  fiat: string,
  sides: readonly Side[],
  connection: Pick<ExchangeClientOptions, 'baseUrls' | 'proxies' | 'pace' | 'limits'>,
): Promise<RecordedExchange | null> {
  const reader = createPageReader({ exchanges: [exchange], ...connection })
  const ask = async (request: WireRequest, side: Side | null) => {
    const page = side === null ? null : 1
    return answerIn(await reader.read({ exchange: exchange.id, fiat, side, page, requestHash: requestHashOf(request) }))
  }
  try {
    const names = await namesOf(exchange, fiat, (request) => ask(request, null))
    const recordPage = createPageRecorder(exchange)
    const recordedAt = new Date()
    const records: PageRecord[] = []
    for (const side of sides) {
      const wanted = { fiat, side, page: 1 }
      const request = exchange.request({ ...wanted, names: noNames }) ?? exchange.request({ ...wanted, names })
      if (request === null) return null
      const answer = await ask(request, side)
      records.push(recordPage({ fiat, side, request, answer, names, observedAtMs: recordedAt.getTime() }))
    }
    return {
      recording: {
        format: 'p2p-rates recording',
        version: 1,
        exchange: exchange.id,
        fiat,
        recordedAt: recordedAt.toISOString(),
        names: usedNames(names, fiat, records),
        pages: records.map(({ page }) => page),
      },
      records,
    }
  } finally {
    await reader.close()
  }
}

/** Without its lists, an exchange is recorded with the ids of payment methods. */
async function namesOf(
  exchange: Exchange,
  fiat: string,
  ask: (request: WireRequest) => Promise<ReturnType<typeof answerIn>>,
) {
  if (exchange.dictionary === undefined) return noNames
  const answer = await ask(exchange.dictionary.request({ fiat }))
  const names = isFault(answer) ? answer : readDictionary(exchange, answer, Date.now())
  return isFault(names) ? noNames : names
}

function answerIn(page: RawPage) {
  if (page.state === 'refused') throw new Error('The request differs from the one that was recorded.')
  return page.state === 'answered' ? page.answer : page.fault
}
