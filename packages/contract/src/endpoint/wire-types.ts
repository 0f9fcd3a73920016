import type { ListedExchangeId } from '@p2p-rates/core'

/** A set that may gain words later. Callers must be ready for an unknown word. */
export type LooseEnum<Word extends string> = Word | (string & {})

/** One of the exchanges of `markets`. */
export type ExchangeName = LooseEnum<ListedExchangeId>

export type SeriesName = ExchangeName | 'best' | 'index'
