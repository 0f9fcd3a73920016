import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Operator } from '@p2p-rates/server/testing'
import type { Receiver } from '@p2p-rates/simulator'
import { bodyOf, openApi } from '../harness/api-call.js'
import { createKey } from '../harness/server-process.js'
import { surePrice } from '../sure-price.js'

type Listed = { readonly id: string; readonly state: string }

export type ServerLoad = ReturnType<typeof createServerLoad>

export const createServerLoad = (
  url: string,
  operator: Operator,
  receivers: readonly Receiver[],
  breach: (text: string) => void,
) => {
  const { call, close } = openApi(url)
  const streams: Promise<string>[] = []
  const askers: Promise<void>[] = []
  const webhooks = new Set<string>()
  const asked = { sent: 0, answered: 0 }
  let over = false
  let writer = ''
  let reader = ''

  const arrivals = () => receivers.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.headers))
  const arrivedIds = () => arrivals().map((headers) => headers.get('x-service-delivery') ?? '')

  /** Asks until the server is gone. Only answered requests must be on the bill. */
  const ask = async (): Promise<void> => {
    try {
      while (!over) {
        asked.sent += 1
        const { status } = await call('GET', '/rates', { key: reader })
        if (status === 200) asked.answered += 1
        await wait(2)
      }
    } catch {
      // Refused: it has stopped.
    }
  }

  const deliveriesOf = async (api: typeof call, id: string): Promise<readonly Listed[]> =>
    bodyOf<{ deliveries: Listed[] }>(await api('GET', `/webhooks/${id}/deliveries`, { key: writer })).deliveries

  return {
    openStreams: async (count: number): Promise<void> => {
      const key = await createKey(operator, 'Business')
      while ((await call('GET', '/rates', { key })).status !== 200) await wait(20)
      const opened = Array.from({ length: count }, () => {
        const stream = openStream(`${url}/api/v1/stream?fiat=UAH`, key)
        streams.push(stream.wholeText)
        return stream.first
      })
      await Promise.all(opened)
    },

    /** Their thresholds are reached already: each fires with the next prices. */
    createWebhooks: async (count: number): Promise<void> => {
      writer = await createKey(operator, 'Business')
      const watched = await surePrice(call, writer)
      for (let number = 0; number < count; number++) {
        const receiver = receivers[number % receivers.length]
        const body = { url: receiver?.url, ...watched }
        const answer = await call('POST', '/webhooks', { key: writer, body })
        if (answer.status === 201) webhooks.add(bodyOf<{ id: string }>(answer).id)
        else breach(`a webhook was answered ${answer.status} ${answer.text}`)
      }
    },

    keepAsking: async (): Promise<void> => {
      reader = await createKey(operator, 'Business')
      for (let asker = 0; asker < 10; asker++) askers.push(ask())
    },

    sendHalfARequest: (): void => sendHalf(`${url}/api/v1/webhooks`, writer),

    inFlight: async (count: number): Promise<void> => {
      const before = arrivals().length
      while (arrivals().length - before < count) await wait(10)
    },

    ended: async () => {
      over = true
      await Promise.all(askers)
      await close()
      const texts = await Promise.all(streams)
      const cut = texts.filter((text) => !/\n: [^\n]*\n$/.test(text)).length
      if (cut > 0) breach(`${cut} of ${texts.length} streams were cut without a last comment`)
      const inFlight = new Set(arrivedIds()).size
      return { inFlight, pending: webhooks.size - inFlight, answered: asked.answered }
    },

    /** In the next life: the bill is exact, every webhook is there, every event arrives. */
    checkAfterwards: async (newUrl: string): Promise<void> => {
      const api = openApi(newUrl)
      const me = await api.call('GET', '/me', { key: reader })
      const { used_this_month: used } = bodyOf<{ used_this_month: number }>(me)
      if (used < asked.answered || used > asked.sent)
        breach(`${used} requests are on the bill, ${asked.answered} of ${asked.sent} were answered`)
      const deadlineMs = performance.now() + 60_000
      for (const id of webhooks)
        for (;;) {
          const deliveries = await deliveriesOf(api.call, id)
          if (deliveries.length > 1) breach(`webhook ${id} fired ${deliveries.length} times`)
          if (deliveries.every(({ state }) => state === 'delivered') && deliveries.length > 0) break
          if (performance.now() > deadlineMs) {
            breach(`webhook ${id} has ${JSON.stringify(deliveries)}`)
            break
          }
          await wait(50)
        }
      await api.close()
    },

    arrivedTwice: (): number => arrivedIds().length - new Set(arrivedIds()).size,
  }
}

/** `first` resolves with the first bytes, `wholeText` with the last ones. */
const openStream = (url: string, key: string) => {
  let opened: () => void = () => {}
  const first = new Promise<void>((done) => {
    opened = done
  })
  const read = async (): Promise<string> => {
    let text = ''
    try {
      const answer = await fetch(url, { headers: { 'X-API-Key': key } })
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text = (text + part).slice(-200)
        opened()
      }
    } catch {
      // Cut off: the text shows whether it had ended before.
    }
    opened()
    return text
  }
  return { first, wholeText: read() }
}

const sendHalf = (url: string, key: string): void => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': '100' }
  const outgoing = request(url, { method: 'POST', agent: false, headers })
  outgoing.on('error', () => {})
  outgoing.write('{"url":')
}
