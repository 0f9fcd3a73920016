import { type Dictionary, type Exchange, everyExchange, type Market, noNames, readPage } from '@p2p-rates/core'
import { readDictionary } from '@p2p-rates/core/internal'
import type { Simulator } from '../simulator.js'

export const readerOf = (id: string): Exchange => {
  const reader = everyExchange.find((exchange) => exchange.id === id)
  if (reader === undefined) throw new Error(`Core does not know ${id}.`)
  return reader
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
}

export async function send(simulator: Simulator, id: string, { method, path, query = {}, body }: Sent) {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return fetch(`${simulator.baseUrls[id]}${path}?${new URLSearchParams(entries)}`, {
    method,
    redirect: 'manual',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** One page of one board, asked for exactly as core asks; `null` where core knows no such market. */
export async function fetchPage(simulator: Simulator, id: string, market: Market, page = 1, names = noNames) {
  const request = readerOf(id).request({ ...market, page, names })
  return request === null ? null : (await send(simulator, id, request)).text()
}

export async function fetchDictionary(simulator: Simulator, id: string, fiat: string): Promise<Dictionary> {
  const reader = readerOf(id)
  if (reader.dictionary === undefined) return noNames
  const answer = await send(simulator, id, reader.dictionary.request({ fiat }))
  const text = await answer.text()
  const read = readDictionary(reader, { status: answer.status, contentType: null, retryAfter: null, text }, 0)
  if ('kind' in read) throw new Error(read.message)
  return read
}

export const read = (id: string, text: string, market: Market, observedAtMs: number, names = noNames, page = 1) =>
  readPage(readerOf(id), text, { ...market, names, observedAtMs, page })
