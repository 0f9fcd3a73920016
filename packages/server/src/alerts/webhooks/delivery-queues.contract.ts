import { describe, expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { interrupted } from './settle-delivery-attempt.js'
import { aDelivery, aWebhook } from './testing/a-webhook.js'
import type { Change, Delivery, SharedWebhookStore, Webhook, WebhookStore } from './webhook-store.js'

const leaseMs = 60_000
const done = (webhook: Webhook): Change => ({
  webhook,
  deliveries: [aDelivery({ webhookId: webhook.id, state: 'delivered' })],
  waitMs: null,
})
const failed =
  (waitMs: number) =>
  (webhook: Webhook): Change => ({
    webhook: { ...webhook, consecutiveFailures: webhook.consecutiveFailures + 1 },
    deliveries: [aDelivery({ webhookId: webhook.id, attempts: 1 })],
    waitMs,
  })
const long = 3_600_000

const dueIn = async (store: WebhookStore, besides: readonly string[] = []) =>
  (await store.due(10, besides)).map(({ id }) => id)
const insist = async <Value>(asked: Promise<Value | null>): Promise<Value> => {
  const value = await asked
  if (value === null) throw new Error('it is another’s')
  return value
}

export const deliveryQueuesContract = (openTwo: OpenTwo<WebhookStore>) => {
  describe('a delivery queue is due', () => {
    test('once something waits for its turn in it, until that is settled', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      expect([await dueIn(other), await other.claim('wh_one', leaseMs)]).toEqual([[], null])
      await one.save([], [aDelivery()])
      expect(await dueIn(other)).toEqual(['wh_one'])
      const claim = await insist(other.claim('wh_one', leaseMs))
      expect(claim).toMatchObject({ webhook: { id: 'wh_one' }, waiting: [{ id: 'dl_one' }] })
      expect([await dueIn(one), await one.claim('wh_one', leaseMs)]).toEqual([[], null])
      await other.settle(claim, done)
      expect([await dueIn(one), await one.claim('wh_one', leaseMs)]).toEqual([[], null])
    })

    test('at once where more waits, and at the moment that was named where its receiver fails', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      await one.save([], [aDelivery(), aDelivery({ id: 'dl_two' })])
      await one.settle(await insist(one.claim('wh_one', leaseMs)), done)
      expect(await dueIn(other)).toEqual(['wh_one'])
      await one.settle(await insist(one.claim('wh_one', leaseMs)), failed(long))
      await one.save([], [aDelivery({ id: 'dl_three' })])
      expect([await dueIn(other), await other.claim('wh_one', leaseMs)]).toEqual([[], null])
    })

    test('when a failing receiver is well again, and not while another change leaves it failing', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      await one.save([], [aDelivery()])
      await one.settle(await insist(one.claim('wh_one', leaseMs)), failed(long))
      const change = (facts: Partial<Webhook>) =>
        other.change('acc_one', ({ webhooks }) => ({
          webhooks: webhooks.map((webhook) => ({ ...webhook, ...facts })),
          deliveries: [],
        }))
      await change({ description: 'failing' })
      expect(await dueIn(one)).toEqual([])
      await change({ consecutiveFailures: 0 })
      expect(await dueIn(one)).toEqual(['wh_one'])
    })

    test('again once its claim is given back or has run out', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      await one.save([], [aDelivery()])
      await one.release(await insist(one.claim('wh_one', leaseMs)))
      expect(await dueIn(other)).toEqual(['wh_one'])
      await one.claim('wh_one', 1)
      await expect.poll(() => dueIn(other)).toEqual(['wh_one'])
    })

    test('neither manual sends, nor those of a webhook that is disabled', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      await one.save([], [aDelivery({ id: 'dl_ping', once: true })])
      expect(await dueIn(other)).toEqual([])
      await one.save([], [aDelivery()])
      await one.save([aWebhook({ enabled: false })], [])
      expect([await dueIn(other), await other.claim('wh_one', leaseMs)]).toEqual([[], null])
    })

    test('and the longest due come first, up to the limit, without the named ones', async () => {
      const [one, other] = await openTwo()
      for (const id of ['wh_c', 'wh_a', 'wh_b']) {
        await one.create(aWebhook({ id }), 20)
        await one.save([], [aDelivery({ id: `dl_${id}`, webhookId: id })])
      }
      expect(await dueIn(other)).toEqual(['wh_c', 'wh_a', 'wh_b'])
      expect((await other.due(2, [])).map(({ id }) => id)).toEqual(['wh_c', 'wh_a'])
      expect(await dueIn(other, ['wh_c', 'wh_b'])).toEqual(['wh_a'])
    })

    test('and no event is overlooked that comes up while a claim ends, settled or given back', async () => {
      const [one, other] = await openTwo()
      await one.create(aWebhook(), 20)
      const cancel = (deliveries: readonly Delivery[]) =>
        one.save(
          [],
          deliveries.map((delivery) => ({ ...delivery, state: 'cancelled' as const })),
        )
      for (let round = 0; round < 40; round++) {
        await one.save([], [aDelivery({ id: `dl_${round}_first` })])
        const claim = await insist(one.claim('wh_one', leaseMs))
        const end = async () => {
          if (round % 2 === 0)
            await one.settle(claim, (webhook) => ({
              webhook,
              deliveries: claim.waiting.map((delivery) => ({ ...delivery, state: 'delivered' })),
              waitMs: null,
            }))
          else await one.release(claim)
        }
        if (round % 2 === 1) await cancel(claim.waiting)
        await Promise.all([end(), other.save([], [aDelivery({ id: `dl_${round}` })])])
        expect(await dueIn(one)).toEqual(['wh_one'])
        await cancel(await one.pending())
        await one.release(await insist(one.claim('wh_one', leaseMs)))
        expect(await dueIn(other)).toEqual([])
      }
    })
  })

  test('with concurrent claims of a due delivery queue one wins', async () => {
    const both = await openTwo()
    await both[0].create(aWebhook(), 20)
    await both[0].save([], [aDelivery()])
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (both[index % 2] ?? both[0]).claim('wh_one', leaseMs)),
    )
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })
}

/** For stores that several servers share. */
export const sharedWebhookStoreContract = (openTwo: OpenTwo<SharedWebhookStore>) => {
  test('a claim is settled once, however often that is asked', async () => {
    const [one] = await openTwo()
    await one.create(aWebhook(), 20)
    await one.save([], [aDelivery()])
    const claim = await insist(one.claim('wh_one', leaseMs))
    expect(await one.settle(claim, failed(0))).not.toBeNull()
    expect(await one.settle(claim, failed(0))).toBeNull()
    expect(await one.find('acc_one', 'wh_one')).toMatchObject({ consecutiveFailures: 1 })
  })

  test('webhooks of a currency are returned with their last measurement', async () => {
    const [one, other] = await openTwo()
    await one.create(aWebhook({ id: 'wh_b' }), 20)
    await one.create(aWebhook({ id: 'wh_a', description: '{"fiat":"EUR"}' }), 20)
    await one.create(aWebhook({ id: 'wh_off', enabled: false }), 20)
    await one.create(aWebhook({ id: 'wh_eur', fiat: 'EUR' }), 20)
    expect((await other.watchedWebhooks('EUR')).webhooks.map(({ id }) => id)).toEqual(['wh_eur'])
    await one.saveLastValues('UAH', new Map([['wh_a', 41.5]]))
    const { webhooks, lastValues } = await other.watchedWebhooks('UAH')
    expect(webhooks.map(({ id }) => id)).toEqual(['wh_a', 'wh_b'])
    expect(lastValues).toEqual(new Map([['wh_a', 41.5]]))
  })

  test('what fires twice under one id is one delivery, as it was at first', async () => {
    const [one, other] = await openTwo()
    await one.create(aWebhook(), 20)
    const fire = (store: SharedWebhookStore, body: string) =>
      store.storeFired({ webhooks: [aWebhook({ crossing: 'fired' })], deliveries: [aDelivery({ body })] })
    await fire(one, 'first')
    await one.settle(await insist(one.claim('wh_one', leaseMs)), (webhook) => ({
      webhook,
      deliveries: [aDelivery({ body: 'first', state: 'delivered' })],
      waitMs: null,
    }))
    await fire(other, 'second')
    expect(await other.deliveries('wh_one', 10)).toEqual([aDelivery({ body: 'first', state: 'delivered' })])
    expect(await dueIn(one)).toEqual([])
  })

  test('a manual send is not abandoned for two minutes, and not while its sender renews it', async () => {
    const [one, other] = await openTwo()
    await one.create(aWebhook(), 20)
    await one.save([], [aDelivery({ id: 'dl_ping', once: true }), aDelivery()])
    await other.endAbandoned([], interrupted)
    await one.endAbandoned(['dl_ping'], interrupted)
    await other.endAbandoned([], interrupted)
    expect(await other.pending()).toHaveLength(2)
  })
}
