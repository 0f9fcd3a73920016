import { createRandom } from '@p2p-rates/chance'

export function digits(seed: number, length: number, alphabet = '0123456789'): string {
  const random = createRandom(seed)
  let text = ''
  while (text.length < length) text += alphabet[Math.floor(random.next() * alphabet.length)]
  return text
}

export const hex = (seed: number, length: number): string => digits(seed, length, '0123456789abcdef')
