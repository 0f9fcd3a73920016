import { webhookEventExample as webhookCrossing } from '@p2p-rates/contract'
import type { Random } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { deliveryQueuesContract } from './delivery-queues.contract.js'
import { aDelivery, aWebhook } from './testing/a-webhook.js'
import type { Change, Claim, Webhook, WebhookStore } from './webhook-store.js'

export const webhookStoreContract = (open: () => Promise<WebhookStore>) => {
  test('gives a webhook back as it was saved, secrets to the byte', async () => {
    const store = await open()
    const webhook = aWebhook({
      description: 'Ціна ‮ "quoted"',
      amount: 10_000.25,
      hysteresis: 0,
      lastDelivery: { status: null, atMs: 5 },
      sealedSecret: Buffer.from([0, 255, 0, 128]),
      previousSecret: { sealed: Buffer.from([7, 0, 7]), untilMs: 9 },
      rotationId: 'rotation',
      quietHours: '23:00-08:00',
      digestTime: '08:00',
      tz: 'Europe/Kyiv',
      expiresAtMs: 11,
      deferred: webhookCrossing,
      digestDay: 20_000,
    })
    await store.create(webhook, 20)
    const found = await store.find('acc_one', 'wh_one')
    expect({ ...found, sealedSecret: Buffer.from(found?.sealedSecret ?? []) }).toMatchObject({
      ...webhook,
      previousSecret: { untilMs: 9 },
    })
    expect(Buffer.from(found?.previousSecret?.sealed ?? [])).toEqual(Buffer.from([7, 0, 7]))
    await expect(store.create(webhook, 20)).rejects.toThrow()
  })

  test('knows a webhook by its account only', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    expect(await store.find('acc_two', 'wh_one')).toBeNull()
    expect(await store.list('acc_two')).toEqual([])
    expect(await store.delete('acc_two', 'wh_one')).toBe(false)
    expect(await store.find('acc_one', 'wh_one')).not.toBeNull()
  })

  test('lists the oldest first, the enabled ones, and their accounts', async () => {
    const store = await open()
    await store.create(aWebhook({ id: 'wh_new', createdAtMs: 3 }), 20)
    await store.create(aWebhook({ id: 'wh_old', createdAtMs: 1, enabled: false, disabledReason: 'user' }), 20)
    await store.create(aWebhook({ id: 'wh_other', createdAtMs: 2, accountId: 'acc_two' }), 20)
    expect((await store.list('acc_one')).map(({ id }) => id)).toEqual(['wh_old', 'wh_new'])
    expect((await store.enabled()).map(({ id }) => id)).toEqual(['wh_other', 'wh_new'])
    expect([...(await store.owners())].sort()).toEqual(['acc_one', 'acc_two'])
    await store.save([aWebhook({ id: 'wh_old', enabled: true })], [])
    expect(await store.enabled()).toHaveLength(3)
  })

  test('saves webhooks and deliveries together, and a delivery once', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.save([aWebhook({ crossing: 'fired', firedAtMs: 8 })], [aDelivery()])
    await store.save([], [aDelivery({ state: 'delivered', attempts: 1, lastStatus: 204 })])
    expect(await store.find('acc_one', 'wh_one')).toMatchObject({ crossing: 'fired', firedAtMs: 8 })
    expect(await store.deliveries('wh_one', 10)).toEqual([
      aDelivery({ state: 'delivered', attempts: 1, lastStatus: 204 }),
    ])
    expect(await store.findDelivery('wh_one', 'dl_one')).toEqual(
      aDelivery({ state: 'delivered', attempts: 1, lastStatus: 204 }),
    )
    expect(await store.findDelivery('wh_two', 'dl_one')).toBeNull()
  })

  test('deletes a webhook with its deliveries, and later events for it are left out', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.save([], [aDelivery()])
    expect(await store.delete('acc_one', 'wh_one')).toBe(true)
    expect(await store.delete('acc_one', 'wh_one')).toBe(false)
    await store.save([aWebhook()], [aDelivery({ state: 'delivered' })])
    expect(await store.find('acc_one', 'wh_one')).toBeNull()
    expect(await store.deliveries('wh_one', 10)).toEqual([])
    expect(await store.pending()).toEqual([])
  })

  test('returns waiting deliveries in order of creation, however often they were saved since', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    for (const id of ['dl_c', 'dl_a', 'dl_b']) await store.save([], [aDelivery({ id, createdAtMs: 5 })])
    await store.save([], [aDelivery({ id: 'dl_c', createdAtMs: 5, attempts: 1 })])
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_c', 'dl_a', 'dl_b'])
    await store.save([], [aDelivery({ id: 'dl_a', createdAtMs: 5, state: 'superseded' })])
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_c', 'dl_b'])
  })

  test('shows the newest deliveries first and forgets old ones that wait for nothing', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    for (let at = 1; at <= 5; at++)
      await store.save([], [aDelivery({ id: `dl_${at}`, createdAtMs: at, state: at === 1 ? 'pending' : 'delivered' })])
    expect((await store.deliveries('wh_one', 3)).map(({ id }) => id)).toEqual(['dl_5', 'dl_4', 'dl_3'])
    expect(await store.forgetDeliveriesBefore(4)).toBe(2)
    expect((await store.deliveries('wh_one', 9)).map(({ id }) => id)).toEqual(['dl_5', 'dl_4', 'dl_1'])
  })

  test('keeps the newest hundred deliveries of each webhook, and beyond them what still waits', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.create(aWebhook({ id: 'wh_two' }), 20)
    await store.save([], [aDelivery({ id: 'dl_waits', createdAtMs: 1 })])
    await store.save([], [aDelivery({ id: 'dl_other', webhookId: 'wh_two', createdAtMs: 1, state: 'delivered' })])
    for (let at = 0; at < 150; at++)
      await store.save([], [aDelivery({ id: `dl_${at}`, createdAtMs: 2 + Math.floor(at / 3), state: 'delivered' })])
    const kept = (await store.deliveries('wh_one', 1_000)).map(({ id }) => id)
    expect(kept).toEqual([...Array.from({ length: 100 }, (_, index) => `dl_${149 - index}`), 'dl_waits'])
    expect(await store.deliveries('wh_two', 10)).toHaveLength(1)
  })
  test('keeps what the webhooks of each currency were measured at last', async () => {
    const store = await open()
    expect(await store.lastValues()).toEqual(new Map())
    await store.saveLastValues('UAH', new Map([['wh_one', 41.25]]))
    await store.saveLastValues('EUR', new Map([['wh_two', -1e-9]]))
    const uah = new Map([
      ['wh_one', 42],
      ['wh_three', 0],
    ])
    await store.saveLastValues('UAH', uah)
    expect(await store.lastValues()).toEqual(
      new Map([
        ['UAH', uah],
        ['EUR', new Map([['wh_two', -1e-9]])],
      ]),
    )
  })

  test('takes no more webhooks of an account than were named, and others of other accounts', async () => {
    const store = await open()
    expect(await store.create(aWebhook(), 1)).toBe(true)
    expect(await store.create(aWebhook({ id: 'wh_two' }), 1)).toBe(false)
    expect(await store.create(aWebhook({ id: 'wh_three', accountId: 'acc_two' }), 1)).toBe(true)
    expect((await store.list('acc_one')).map(({ id }) => id)).toEqual(['wh_one'])
  })

  test('gives a claim to one, with what waits for its turn, until it is settled or given back', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.create(aWebhook({ id: 'wh_off', enabled: false }), 20)
    for (const id of ['dl_b', 'dl_a']) await store.save([], [aDelivery({ id })])
    await store.save([], [aDelivery({ id: 'dl_ping', once: true }), aDelivery({ id: 'dl_done', state: 'delivered' })])
    const claim = await claimed(store)
    expect(claim.waiting).toEqual([aDelivery({ id: 'dl_b' }), aDelivery({ id: 'dl_a' })])
    expect(await store.claim('wh_one', leaseMs)).toBeNull()
    for (const id of ['wh_off', 'wh_none']) expect(await store.claim(id, leaseMs)).toBeNull()
    await store.release(claim)
    const again = await claimed(store)
    expect(await store.settle(again, delivered)).toMatchObject({ webhook: { consecutiveFailures: 7 } })
    expect((await claimed(store)).waiting.map(({ id }) => id)).toEqual(['dl_a'])
  })

  test('settles the webhook as it stands, all of it or nothing', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.save([], [aDelivery({ id: 'dl_b' })])
    const claim = await claimed(store)
    await store.save([aWebhook({ description: 'changed meanwhile' })], [])
    const fails = (now: Webhook): never => {
      throw new Error(`refused ${now.description}`)
    }
    await expect(store.settle(claim, fails)).rejects.toThrow('refused changed meanwhile')
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_b'])
    await store.settle(claim, delivered)
    expect(await store.find('acc_one', 'wh_one')).toMatchObject({
      description: 'changed meanwhile',
      consecutiveFailures: 7,
    })
    expect(await store.pending()).toEqual([])
  })

  test('returns the holders of due deliveries, without manual sends', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.save([], [aDelivery({ id: 'dl_b' }), aDelivery({ id: 'dl_gone' })])
    const claim = await claimed(store)
    expect(claim.webhook).toMatchObject({ id: 'wh_one', enabled: true })
    await store.save([], [aDelivery({ id: 'dl_gone', state: 'cancelled' }), aDelivery({ id: 'dl_new' })])
    await store.save([], [aDelivery({ id: 'dl_ping', once: true })])
    const told: string[] = []
    await store.settle(claim, (now, waiting) => {
      told.push(...waiting.map(({ id }) => id))
      return delivered(now)
    })
    expect(told).toEqual(['dl_b', 'dl_new'])
  })

  test('lets decide about all that an account has as it stands, all of it or nothing', async () => {
    const store = await open()
    await store.create(aWebhook({ id: 'wh_new', createdAtMs: 2 }), 20)
    await store.create(aWebhook({ id: 'wh_old', createdAtMs: 1, enabled: false, disabledReason: 'user' }), 20)
    await store.create(aWebhook({ id: 'wh_other', accountId: 'acc_two' }), 20)
    await store.save(
      [],
      [aDelivery({ id: 'dl_b', webhookId: 'wh_new' }), aDelivery({ id: 'dl_x', webhookId: 'wh_other' })],
    )
    await store.save([], [aDelivery({ id: 'dl_a', webhookId: 'wh_old', once: true })])
    await store.save([], [aDelivery({ id: 'dl_c', webhookId: 'wh_new', state: 'delivered' })])
    const owned = await store.change('acc_one', (found) => ({ webhooks: [], deliveries: [], found }))
    expect(owned.found).toMatchObject({ plan: null, webhooks: [{ id: 'wh_old' }, { id: 'wh_new' }] })
    expect(owned.found.waiting.map(({ id }) => id)).toEqual(['dl_b', 'dl_a'])
    await expect(
      store.change('acc_one', () => {
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await store.change('acc_one', ({ webhooks, waiting }) => ({
      webhooks: webhooks.map((webhook) => ({ ...webhook, description: 'changed' })),
      deliveries: waiting.map((delivery) => ({ ...delivery, state: 'cancelled' as const })),
    }))
    expect((await store.list('acc_one')).map(({ description }) => description)).toEqual(['changed', 'changed'])
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_x'])
    expect(await store.find('acc_two', 'wh_other')).toMatchObject({ description: null })
  })

  test('settles nothing of a webhook that was deleted', async () => {
    const store = await open()
    await store.create(aWebhook(), 20)
    await store.save([], [aDelivery({ id: 'dl_b' })])
    const claim = await claimed(store)
    await store.delete('acc_one', 'wh_one')
    expect(await store.settle(claim, delivered)).toBeNull()
    expect(await store.findDelivery('wh_one', 'dl_b')).toBeNull()
  })
}

const leaseMs = 60_000

const claimed = async (store: WebhookStore, webhookId = 'wh_one'): Promise<Claim> => {
  const claim = await store.claim(webhookId, leaseMs)
  if (claim === null) throw new Error(`the claim on ${webhookId} is another's`)
  return claim
}

const delivered = (now: Webhook): Change => ({
  webhook: { ...now, consecutiveFailures: now.consecutiveFailures + 7 },
  deliveries: [aDelivery({ id: 'dl_b', webhookId: now.id, state: 'delivered', attempts: 1 })],
  waitMs: null,
})

export const webhookStoreRaces = (openTwo: OpenTwo<WebhookStore>, random: Random) => {
  deliveryQueuesContract(openTwo)

  test('of webhooks that are created at once no more are taken than were named', async () => {
    const both = await openTwo()
    const created = await Promise.all(
      Array.from({ length: 30 }, (_, index) => random.pick(both).create(aWebhook({ id: `wh_${index}` }), 5)),
    )
    expect(created.filter(Boolean)).toHaveLength(5)
    expect(await both[0].list('acc_one')).toHaveLength(5)
  })

  test('of changes at once none is lost, neither to another nor to an attempt that is settled', async () => {
    const both = await openTwo()
    await both[0].create(aWebhook({ description: '' }), 20)
    await both[0].save([], [aDelivery({ id: 'dl_stays' })])
    const note = (letter: string) =>
      random.pick(both).change('acc_one', ({ webhooks }) => ({
        webhooks: webhooks.map((webhook) => ({ ...webhook, description: `${webhook.description}${letter}` })),
        deliveries: [],
      }))
    const settleOne = async () => {
      const store = random.pick(both)
      const claim = await store.claim('wh_one', leaseMs)
      if (claim !== null) await store.settle(claim, delivered)
      return claim === null ? 0 : 7
    }
    const letters = [...'abcdefghijklmnopqrst']
    const counted = await Promise.all(
      letters.map(async (letter) => {
        await note(letter)
        return settleOne()
      }),
    )
    const found = await both[0].find('acc_one', 'wh_one')
    expect([...(found?.description ?? '')].toSorted()).toEqual(letters)
    expect(found?.consecutiveFailures).toBe(counted.reduce<number>((sum, one) => sum + one, 0))
  })

  test('of webhooks that are enabled at once no more are than their account may have', async () => {
    const both = await openTwo()
    const ids = Array.from({ length: 12 }, (_, index) => `wh_${index}`)
    for (const id of ids) await both[0].create(aWebhook({ id, enabled: false, disabledReason: 'user' }), 20)
    const enable = (id: string) =>
      random.pick(both).change('acc_one', ({ webhooks }) => ({
        webhooks: webhooks
          .filter((webhook) => webhook.id === id && webhooks.filter(({ enabled }) => enabled).length < 5)
          .map((webhook) => ({ ...webhook, enabled: true, disabledReason: null })),
        deliveries: [],
      }))
    const made = await Promise.all(ids.map(enable))
    expect(made.filter(({ webhooks }) => webhooks.length === 1)).toHaveLength(5)
    expect(await both[1].enabled()).toHaveLength(5)
  })

  test('waiting deliveries of a disabled webhook are abandoned, also one queued in that moment', async () => {
    const both = await openTwo()
    for (let round = 0; round < 10; round++) {
      const id = `wh_${round}`
      await both[0].create(aWebhook({ id }), 20)
      const disable = both[0].change('acc_one', ({ webhooks, waiting }) => ({
        webhooks: webhooks.filter((webhook) => webhook.id === id).map((webhook) => ({ ...webhook, enabled: false })),
        deliveries: waiting.map((delivery) => ({ ...delivery, state: 'cancelled' as const })),
      }))
      // Fires under the same lock: before the change, which then gives it up, or after it, when it is not enabled.
      const fire = both[1].change('acc_one', ({ webhooks }) => ({
        webhooks: [],
        deliveries: webhooks
          .filter((webhook) => webhook.id === id && webhook.enabled)
          .map((webhook) => aDelivery({ id: `dl_${round}`, webhookId: webhook.id })),
      }))
      await Promise.all(random.next() < 0.5 ? [disable, fire] : [fire, disable])
    }
    expect(await both[1].pending()).toEqual([])
  })

  test('of all who claim at once one sends, and no event is sent by two or left out', async () => {
    const both = await openTwo()
    await both[0].create(aWebhook(), 20)
    const ids = Array.from({ length: 20 }, (_, index) => `dl_${index}`)
    for (const id of ids) await random.pick(both).save([], [aDelivery({ id })])
    const sent: string[] = []
    const work = async () => {
      for (let turn = 0; turn < 400 && sent.length < ids.length; turn++) {
        const store = random.pick(both)
        const claim = await store.claim('wh_one', leaseMs)
        const [next] = claim?.waiting ?? []
        if (claim === null || next === undefined) continue
        sent.push(next.id)
        for (let rest = random.below(4); rest > 0; rest--) await new Promise<void>((resolve) => setImmediate(resolve))
        const made = await store.settle(claim, (webhook) => ({
          webhook: { ...webhook, consecutiveFailures: webhook.consecutiveFailures + 1 },
          deliveries: [{ ...next, state: 'delivered' }],
          waitMs: null,
        }))
        expect(made).not.toBeNull()
      }
    }
    await Promise.all([work(), work(), work(), work()])
    expect(sent).toEqual(ids)
    expect(await both[1].find('acc_one', 'wh_one')).toMatchObject({ consecutiveFailures: ids.length })
  })

  test('a server without its claim can neither settle nor release it', async () => {
    const [one, other] = await openTwo()
    await one.create(aWebhook(), 20)
    await one.save([], [aDelivery({ id: 'dl_b' })])
    const lost = await one.claim('wh_one', 0)
    if (lost === null) throw new Error('nobody else has asked')
    const claim = await claimed(other)
    expect(await one.settle(lost, delivered)).toBeNull()
    await one.release(lost)
    expect(await one.claim('wh_one', leaseMs)).toBeNull()
    expect((await other.pending()).map(({ id }) => id)).toEqual(['dl_b'])
    expect(await other.settle(claim, delivered)).not.toBeNull()
    expect(await one.settle(lost, delivered)).toBeNull()
    expect(await one.find('acc_one', 'wh_one')).toMatchObject({ consecutiveFailures: 7 })
  })
}
