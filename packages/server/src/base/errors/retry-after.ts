import { answerHeaders } from '@p2p-rates/contract'

export const retryAfter = (seconds: number): readonly [name: string, value: string] => [
  answerHeaders.retryAfter.name,
  String(seconds),
]
