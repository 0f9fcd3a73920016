import { type Dictionary, type Exchange, everyExchange, isFault, keyedExchanges } from '@p2p-rates/core'
import { record, wrappings } from './recording-wrappings.js'

export type Recording =
  | { readonly is: 'page'; readonly exchange: Exchange; readonly text: string; readonly part?: string }
  | { readonly is: 'names'; readonly names: Dictionary }
  | { readonly is: 'refusal' }
  | { readonly is: 'aside'; readonly why: string }
  | { readonly is: 'unknown' }

const exchangesNamed = (folder: string): readonly Exchange[] =>
  [...everyExchange, ...keyedExchanges].flatMap((exchange) => {
    if (exchange.id === folder) return [exchange]
    return exchange.signed !== undefined && folder === `${exchange.id}-signed` ? [exchange.signed.wire] : []
  })

/** Undoes the recorder's wrapping where there is one; otherwise the text is taken as the exchange sent it. */
export function recognise(folder: string, body: unknown, text: string): readonly Recording[] {
  if (folder === 'officials') return [{ is: 'aside', why: 'a rate of a central bank' }]
  if (folder === 'networks') return [{ is: 'aside', why: 'networks of an exchange' }]
  const candidates = exchangesNamed(folder)
  const kept = record(body)
  const unwrapped = wrappings.find((wrapping) => wrapping.folder === folder && wrapping.when(kept))?.undo(kept)
  if (typeof unwrapped === 'string') return [{ is: 'aside', why: unwrapped }]
  if (unwrapped === undefined) return [recogniseOne(candidates, body, text)]
  return unwrapped.map((envelope) => {
    const recording = recogniseOne(candidates, envelope.body, JSON.stringify(envelope.body))
    return recording.is === 'page' && envelope.part !== undefined ? { ...recording, part: envelope.part } : recording
  })
}

function recogniseOne(candidates: readonly Exchange[], body: unknown, text: string): Recording {
  for (const exchange of candidates) {
    if ((exchange.refusal?.(body) ?? null) !== null) return { is: 'refusal' }
    const names = exchange.dictionary?.read(body)
    if (names !== undefined && !isFault(names) && names.payments.size + names.currencies.size > 0) {
      return { is: 'names', names }
    }
    if (exchange.page.safeParse(body).success) return { is: 'page', exchange, text }
  }
  return { is: 'unknown' }
}
