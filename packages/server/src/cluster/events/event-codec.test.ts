import { expect, test } from 'vitest'
import { aSnapshot } from '../../alerts/webhooks/testing/a-snapshot.js'
import type { ServerEvent } from './event-bus.js'
import { decodeEvent, encodeEvent } from './event-codec.js'

const published = (snapshot = aSnapshot({ buy: 41, sell: 40 })): ServerEvent => ({
  kind: 'snapshot',
  fiat: 'UAH',
  snapshot: {
    ...snapshot,
    staleAtMs: new Map([['okx BUY', 7]]),
    memory: { previous: new Map(), unchangedMinutes: new Map([['a', 2]]) },
  },
  ageMs: 3,
})

test('a snapshot comes back as it was, its maps and empty maps as well', () => {
  expect(decodeEvent(encodeEvent(published()))).toEqual(published())
})

test('a query may ask for the version and the time of a snapshot, whose rest is packed', () => {
  const { version, updatedAtMs } = aSnapshot({ buy: 41, sell: 40 })
  const { snapshot } = JSON.parse(encodeEvent(published()))
  expect(snapshot).toEqual({ version, updatedAtMs, deflated: expect.any(String) })
})

test('that nothing fresh is held comes back as well', () => {
  const event: ServerEvent = { kind: 'snapshot', fiat: 'UAH', snapshot: null, ageMs: 0 }
  expect(decodeEvent(encodeEvent(event))).toEqual(event)
})

test('a map within a map or within a list comes back as well', () => {
  const nested = { list: [new Map([['a', new Map([[1, [new Map([['b', null]])]]])]])] }
  // No event has this: what one has tomorrow is not known here.
  const event = { kind: 'data_replaced', nested } as unknown as ServerEvent
  expect(decodeEvent(encodeEvent(event))).toEqual(event)
})

test('names that mean something to JavaScript are names like others', () => {
  const text = '{"kind":"data_replaced","__proto__":{"x":{"$map":[["a",1]]}}}'
  const event = decodeEvent(text) as unknown as Record<string, unknown>
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype)
  expect(Object.getOwnPropertyDescriptor(event, '__proto__')?.value).toEqual({ x: new Map([['a', 1]]) })
})
