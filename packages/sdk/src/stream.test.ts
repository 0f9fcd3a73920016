import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventServer, ratesEvent } from '../test/event-server.js'
import { handClock } from '../test/hand-clock.js'
import { P2P, type P2POptions, type RateStream, type StreamOptions } from './index.js'

async function listenTo(
  onConnect?: (response: ServerResponse, count: number) => void,
  options: P2POptions & StreamOptions = {},
) {
  const server = await eventServer(onConnect)
  const clock = handClock()
  const p2p = new P2P({ apiKey: 'p2p_test', baseUrl: server.url, ...options }, clock.ports)
  return { server, clock, stream: p2p.stream({ fiat: 'UAH' }, options) }
}

const price = async (stream: RateStream) => {
  const { value, done } = await stream.next()
  return done === true ? 'end' : value.best_buy.price
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/event-stream' })
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify({ detail: { code, message: 'No.' } }))

describe('a stream', () => {
  test('connects when read and gives every event', async () => {
    const { server, stream } = await listenTo()
    expect(server.requests).toEqual([])
    const first = price(stream)
    ;(await server.connection(1)).write(ratesEvent(1))
    expect(await first).toBe(1)
    ;(await server.connection(1)).write(ratesEvent(2))
    expect(await price(stream)).toBe(2)
    expect(server.requests[0]).toMatchObject({
      url: '/api/v1/stream?fiat=UAH',
      headers: { accept: 'text/event-stream', 'x-api-key': 'p2p_test' },
    })
    await stream.return?.()
  })

  test('reads events however the network cuts them', async () => {
    const { server, stream } = await listenTo()
    const first = price(stream)
    const connection = await server.connection(1)
    for (const byte of Buffer.from(ratesEvent(1).replaceAll('\n', '\r\n'))) {
      connection.write(Buffer.of(byte))
      await setImmediate()
    }
    expect(await first).toBe(1)
    await stream.return?.()
  })

  test('comes back after the hourly close, sends its last event id and skips known events', async () => {
    const { server, clock, stream } = await listenTo()
    const first = price(stream)
    ;(await server.connection(1)).end(`${ratesEvent(41)}: closing, please connect again\n\n`)
    expect(await first).toBe(41)
    const next = price(stream)
    await clock.pass(5000)
    const second = await server.connection(2)
    expect(server.requests[1]?.headers['last-event-id']).toBe('41')
    second.write(ratesEvent(41))
    second.write(ratesEvent(42))
    expect(await next).toBe(42)
    await stream.return?.()
  })

  test('comes back after a cut, longer and longer apart', async () => {
    const { server, clock, stream } = await listenTo((response, count) => {
      if (count === 1) begin(response).write(ratesEvent(1))
      else if (count < 4) response.destroy()
      else begin(response).write(ratesEvent(2))
    })
    expect(await price(stream)).toBe(1)
    server.cut()
    const next = price(stream)
    for (const pauseMs of [5_000, 10_000, 20_000]) await clock.pass(pauseMs)
    expect(await next).toBe(2)
    await stream.return?.()
  })

  test('notices a silent connection', async () => {
    const { server, clock, stream } = await listenTo()
    const first = price(stream)
    ;(await server.connection(1)).write(ratesEvent(1))
    await first
    const next = price(stream)
    await clock.pass(45_000)
    await clock.pass(5_000)
    ;(await server.connection(2)).write(ratesEvent(2))
    expect(await next).toBe(2)
    await stream.return?.()
  })

  test('takes a comment as a sign of life', async () => {
    const { server, clock, stream } = await listenTo()
    const first = price(stream)
    const connection = await server.connection(1)
    connection.write(ratesEvent(1))
    await first
    const watches = clock.allPauses().filter((pauseMs) => pauseMs === 45_000).length
    connection.write(': still here\n\n')
    while (clock.allPauses().filter((pauseMs) => pauseMs === 45_000).length === watches) await setImmediate()
    expect(clock.pauses()).toEqual([45_000])
    await stream.return?.()
  })

  test('waits for the time the server names', async () => {
    const { clock, stream } = await listenTo((response, count) => {
      if (count === 1) begin(response).end('event: rates\nid: 1\nretry: 1700\ndata: {"best_buy":{"price":1}}\n\n')
      else if (count === 2) refusal(503, 'overloaded', { 'Retry-After': '33' })(response)
      else begin(response).write(ratesEvent(2))
    })
    expect(await price(stream)).toBe(1)
    const next = price(stream)
    await clock.pass(1_700)
    await clock.pass(33_000)
    expect(await next).toBe(2)
    await stream.return?.()
  })

  test('does not storm a server that asks for no pause', async () => {
    const { clock, stream } = await listenTo((response, count) => {
      begin(response).end(`event: rates\nid: ${count}\nretry: 0\ndata: {"best_buy":{"price":${count}}}\n\n`)
    })
    expect(await price(stream)).toBe(1)
    const next = price(stream)
    await clock.pass(1_000)
    expect(await next).toBe(2)
    await stream.return?.()
  })

  test('gives a slow reader the newest only', async () => {
    const { server, stream } = await listenTo()
    const first = price(stream)
    const connection = await server.connection(1)
    connection.write(ratesEvent(1))
    await first
    for (let id = 2; id <= 500; id++) connection.write(ratesEvent(id))
    let newest = await price(stream)
    for (let reads = 1; newest !== 500; reads++) {
      expect(reads).toBeLessThan(500)
      newest = await price(stream)
    }
    await stream.return?.()
  })

  test('ignores events it does not know and survives one that is broken', async () => {
    const { clock, stream } = await listenTo((response, count) => {
      if (count === 1)
        begin(response).write(`event: news\ndata: {}\n\n${ratesEvent(1)}event: rates\nid: 2\ndata: {"asset\n\n`)
      else begin(response).write(ratesEvent(3))
    })
    const seen = [await price(stream)]
    await clock.pass(5_000)
    seen.push(await price(stream))
    expect(seen).toEqual([1, 3])
    await stream.return?.()
  })

  test('bounds the memory for an event without an end', async () => {
    const { stream } = await listenTo(
      (response) => {
        begin(response)
        const more = () => {
          if (!response.destroyed) response.write(`data: ${'x'.repeat(100_000)}\n`, more)
        }
        more()
      },
      { maxRetries: 0 },
    )
    await expect(stream.next()).rejects.toMatchObject({ name: 'MalformedAnswerError' })
  })
})

describe('a stream ends', () => {
  test('by break, and hangs up', async () => {
    const { server, stream, clock } = await listenTo((response) => begin(response).write(ratesEvent(1)))
    for await (const { best_buy } of stream) {
      expect(best_buy.price).toBe(1)
      break
    }
    expect(clock.pauses()).toEqual([])
    expect(await price(stream)).toBe('end')
    expect(server.requests).toHaveLength(1)
  })

  test('by abort while waiting for the next event', async () => {
    const controller = new AbortController()
    const { server, stream } = await listenTo(undefined, { signal: controller.signal })
    const next = price(stream)
    const connection = await server.connection(1)
    const closed = once(connection, 'close')
    controller.abort()
    expect(await next).toBe('end')
    await closed
  })

  test('by abort while waiting to come back', async () => {
    const controller = new AbortController()
    const { clock, stream } = await listenTo((response) => begin(response).end(ratesEvent(1)), {
      signal: controller.signal,
    })
    await price(stream)
    const next = price(stream)
    while (!clock.pauses().includes(5_000)) await setImmediate()
    controller.abort()
    expect(await next).toBe('end')
    expect(clock.pauses()).toEqual([])
  })

  test('at once with a signal that is aborted already', async () => {
    const { server, stream } = await listenTo(undefined, { signal: AbortSignal.abort() })
    expect(await price(stream)).toBe('end')
    expect(server.requests).toEqual([])
  })

  test('by return while a reader waits', async () => {
    const { server, stream } = await listenTo()
    const next = price(stream)
    await server.connection(1)
    await stream.return?.()
    expect(await next).toBe('end')
  })

  test.each([
    [400, 'unsupported_fiat', 'BadRequestError'],
    [401, 'invalid_key', 'AuthenticationError'],
    [403, 'plan_required', 'PlanRequiredError'],
  ])('with %i %s, typed', async (status, code, name) => {
    const { server, stream } = await listenTo(refusal(status, code))
    await expect(stream.next()).rejects.toMatchObject({ name, code })
    expect(await price(stream)).toBe('end')
    expect(server.requests).toHaveLength(1)
  })

  test('with a revoked key, also after it has begun', async () => {
    const { clock, stream } = await listenTo((response, count) =>
      count === 1 ? begin(response).end(ratesEvent(1)) : refusal(401, 'invalid_key')(response),
    )
    expect(await price(stream)).toBe(1)
    const next = stream.next()
    await clock.pass(5_000)
    await expect(next).rejects.toMatchObject({ name: 'AuthenticationError' })
  })

  test('with a used-up month, but not with a limit that ends by itself', async () => {
    const { clock, stream } = await listenTo((response, count) => {
      if (count === 1) begin(response).end(ratesEvent(1))
      else if (count === 2) refusal(429, 'stream_limit', { 'Retry-After': '3000' })(response)
      else if (count === 3) refusal(503, 'data_unavailable', { 'Retry-After': '290' })(response)
      else refusal(429, 'quota_exceeded', { 'Retry-After': '864000' })(response)
    })
    expect(await price(stream)).toBe(1)
    const next = stream.next()
    for (const pauseMs of [5_000, 60_000, 60_000]) await clock.pass(pauseMs)
    await expect(next).rejects.toMatchObject({ name: 'RateLimitError', code: 'quota_exceeded' })
  })

  test.each([
    ['hangs up before its first event', (response: ServerResponse) => begin(response).end(), 'APIConnectionError'],
    ['is no event stream', (response: ServerResponse) => response.writeHead(200).end('hi'), 'MalformedAnswerError'],
    ['breaks off', (response: ServerResponse) => response.destroy(), 'APIConnectionError'],
  ])('when a server %s, once the retries are used up', async (_, onConnect, name) => {
    const { server, clock, stream } = await listenTo(onConnect, { maxRetries: 2 })
    const next = stream.next()
    next.catch(() => {})
    await clock.pass(500)
    await clock.pass(1_000)
    await expect(next).rejects.toMatchObject({ name })
    expect(server.requests).toHaveLength(3)
  })

  test('when the connection is never answered', async () => {
    const { server, clock, stream } = await listenTo(() => {}, { maxRetries: 0, timeout: 2_000 })
    const next = stream.next()
    next.catch(() => {})
    await server.received(1)
    await clock.pass(2_000)
    await expect(next).rejects.toMatchObject({ name: 'APIConnectionTimeoutError' })
  })
})
