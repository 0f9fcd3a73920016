import { createRandom } from '@p2p-rates/core/internal'

export function randomDigits(seed: number, length: number, alphabet = '0123456789'): string {
  const random = createRandom(seed)
  let text = ''
  while (text.length < length) text += alphabet[Math.floor(random.next() * alphabet.length)]
  return text
}

export const randomHex = (seed: number, length: number): string => randomDigits(seed, length, '0123456789abcdef')
