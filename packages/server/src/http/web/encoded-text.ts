import { answerHeaders } from '@p2p-rates/contract'
import { encoders } from '../compressor.js'
import type { Encoding } from '../encodings.js'
import { contentHeaders } from '../reply.js'

export const htmlType = 'text/html; charset=utf-8'

export type EncodedText = {
  readonly encodedAs: (encoding: Encoding) => Promise<{ readonly headers: readonly string[]; readonly body: Buffer }>
}

export function encodedText(text: string, type = htmlType): EncodedText {
  const plain = Buffer.from(text, 'utf8')
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    encodedAs: async (encoding) => {
      const making = made.get(encoding) ?? encoders[encoding](plain)
      made.set(encoding, making)
      const body = await making
      const told = encoding === 'identity' ? [] : [answerHeaders.contentEncoding.name, encoding]
      return { headers: [...contentHeaders(type, body), ...told], body }
    },
  }
}
