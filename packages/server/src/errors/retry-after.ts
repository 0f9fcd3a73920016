import { answerHeaders } from '@p2p-rates/contract'

/** When to ask again, as one header of a flat list. */
export const retryAfter = (seconds: number): readonly [name: string, value: string] => [
  answerHeaders.retryAfter.name,
  String(seconds),
]
