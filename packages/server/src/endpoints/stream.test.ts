import { defaultPlans } from '@p2p-rates/contract'
import { expect, test } from 'vitest'
import { createHub } from '../stream/hub.js'
import { aSession } from '../testing/a-session.js'
import { createHandTime } from '../testing/hand-time.js'
import { aSnapshot } from '../webhooks/testing/a-snapshot.js'
import type { MarketNow } from './market-now.js'
import { streamEndpoint } from './stream.js'

const actor = aSession({ id: 'acc_1', plan: 'Free', limits: defaultPlans.Free })

/** Whether a stream goes on of somebody whose session the store tells about in this way. */
const open = async (hasEnded: () => Promise<boolean>): Promise<boolean> => {
  const time = createHandTime()
  const hub = createHub({ ...time, report: () => {} })
  const now = { snapshot: () => aSnapshot({ buy: 41.3, sell: 41.1 }) } as unknown as MarketNow
  const endpoint = streamEndpoint(now, { hub, maxStreams: 10, isSimulated: () => false, hasEnded })
  const call = { params: {}, query: { fiat: 'UAH' }, body: null, actor, usedThisMonth: 0, operationId: '' }
  const outcome = await endpoint.handle(call)
  if (!('stream' in outcome)) throw new Error('there is no stream')
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  outcome.stream({ write: () => true, unsentBytes: 0, end: close, destroy: close, onClose: () => {} })
  await time.pass(5_000)
  const goesOn = isOpen
  await hub.stop()
  return goesOn
}

test('a session that ended while its stream was being opened leaves none behind', async () => {
  expect(await open(async () => true)).toBe(false)
})

test('a session goes on listening where the store cannot tell whether it has ended', async () => {
  expect(await open(async () => false)).toBe(true)
  expect(await open(() => Promise.reject(new Error('locked')))).toBe(true)
})
