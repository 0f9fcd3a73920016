import { confidenceWords } from '@p2p-rates/contract'

/** The contract's sentences. The build writes them out as text, so that the commonest command loads no contract. */
export const listedConfidenceWords: Readonly<Record<string, string>> = confidenceWords
