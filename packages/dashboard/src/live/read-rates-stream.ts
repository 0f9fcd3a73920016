import type { Rates } from '@p2p-rates/contract'
import { createEventParser } from '@p2p-rates/sdk'

export async function readRatesStream(
  body: ReadableStream<Uint8Array>,
  { onActivity, onRates }: { readonly onActivity: () => void; readonly onRates: (rates: Rates) => void },
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = createEventParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity()
      for (const { type, data } of parser.read(decoder.decode(value, { stream: true })))
        if (type === 'rates') onRates(JSON.parse(data) as Rates)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
