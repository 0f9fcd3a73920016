import { type Rates, ratesExample, streamEventText } from '@p2p-rates/contract'

export function createFakeStreams() {
  const open = new Map<ReadableStreamDefaultController<Uint8Array>, string>()
  const newest = new Map<string, { readonly id: number; readonly rates: Rates }>()
  let lastId = 0

  function send(controller: ReadableStreamDefaultController<Uint8Array>, fiat: string): void {
    const ratesByFiat = newest.get(fiat)
    if (ratesByFiat === undefined) return
    controller.enqueue(
      new TextEncoder().encode(streamEventText(String(ratesByFiat.id), JSON.stringify(ratesByFiat.rates))),
    )
  }

  return {
    open(fiat: string, headers: Readonly<Record<string, string>>): Response {
      if (!newest.has(fiat)) newest.set(fiat, { id: ++lastId, rates: { ...ratesExample, fiat } })
      let mine: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          mine = controller
          open.set(controller, fiat)
          send(controller, fiat)
        },
        cancel: () => void open.delete(mine),
      })
      return new Response(body, { headers: { ...headers, 'Content-Type': 'text/event-stream' } })
    },
    push(rates: Rates): void {
      newest.set(rates.fiat, { id: ++lastId, rates })
      for (const [controller, fiat] of open) if (fiat === rates.fiat) send(controller, fiat)
    },
    close(): void {
      for (const controller of open.keys()) controller.close()
      open.clear()
    },
  }
}
