import { confidenceWords } from '@p2p-rates/contract'

/** The contract's sentences. The build writes them out, so that the commonest command does not load the contract. */
export const listedConfidenceWords: Readonly<Record<string, string>> = confidenceWords
