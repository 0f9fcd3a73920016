import { expect, test } from 'vitest'
import { aDelivery, aWebhook } from './testing/a-webhook.js'
import type { WebhookStore } from './webhook-store.js'

/** What every implementation of the port promises. */
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
    })
    await store.create(webhook)
    const found = await store.find('acc_one', 'wh_one')
    expect({ ...found, sealedSecret: Buffer.from(found?.sealedSecret ?? []) }).toMatchObject({
      ...webhook,
      previousSecret: { untilMs: 9 },
    })
    expect(Buffer.from(found?.previousSecret?.sealed ?? [])).toEqual(Buffer.from([7, 0, 7]))
    await expect(store.create(webhook)).rejects.toThrow()
  })

  test('knows a webhook by its account only', async () => {
    const store = await open()
    await store.create(aWebhook())
    expect(await store.find('acc_two', 'wh_one')).toBeNull()
    expect(await store.list('acc_two')).toEqual([])
    expect(await store.delete('acc_two', 'wh_one')).toBe(false)
    expect(await store.find('acc_one', 'wh_one')).not.toBeNull()
  })

  test('lists the oldest first, those that are enabled, and who has any', async () => {
    const store = await open()
    await store.create(aWebhook({ id: 'wh_new', createdAtMs: 3 }))
    await store.create(aWebhook({ id: 'wh_old', createdAtMs: 1, enabled: false, disabledReason: 'user' }))
    await store.create(aWebhook({ id: 'wh_other', createdAtMs: 2, accountId: 'acc_two' }))
    expect((await store.list('acc_one')).map(({ id }) => id)).toEqual(['wh_old', 'wh_new'])
    expect((await store.enabled()).map(({ id }) => id)).toEqual(['wh_other', 'wh_new'])
    expect([...(await store.owners())].sort()).toEqual(['acc_one', 'acc_two'])
    await store.save([aWebhook({ id: 'wh_old', enabled: true })], [])
    expect(await store.enabled()).toHaveLength(3)
  })

  test('saves webhooks and deliveries together, and a delivery once', async () => {
    const store = await open()
    await store.create(aWebhook())
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

  test('deletes a webhook with its deliveries, and what comes for it later is left out', async () => {
    const store = await open()
    await store.create(aWebhook())
    await store.save([], [aDelivery()])
    expect(await store.delete('acc_one', 'wh_one')).toBe(true)
    expect(await store.delete('acc_one', 'wh_one')).toBe(false)
    await store.save([aWebhook()], [aDelivery({ state: 'delivered' })])
    expect(await store.find('acc_one', 'wh_one')).toBeNull()
    expect(await store.deliveries('wh_one', 10)).toEqual([])
    expect(await store.pending()).toEqual([])
  })

  test('tells what waits in the order in which it came up, however often it was saved since', async () => {
    const store = await open()
    await store.create(aWebhook())
    for (const id of ['dl_c', 'dl_a', 'dl_b']) await store.save([], [aDelivery({ id, createdAtMs: 5 })])
    await store.save([], [aDelivery({ id: 'dl_c', createdAtMs: 5, attempts: 1 })])
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_c', 'dl_a', 'dl_b'])
    await store.save([], [aDelivery({ id: 'dl_a', createdAtMs: 5, state: 'superseded' })])
    expect((await store.pending()).map(({ id }) => id)).toEqual(['dl_c', 'dl_b'])
  })

  test('shows the newest deliveries first and forgets old ones that wait for nothing', async () => {
    const store = await open()
    await store.create(aWebhook())
    for (let at = 1; at <= 5; at++)
      await store.save([], [aDelivery({ id: `dl_${at}`, createdAtMs: at, state: at === 1 ? 'pending' : 'delivered' })])
    expect((await store.deliveries('wh_one', 3)).map(({ id }) => id)).toEqual(['dl_5', 'dl_4', 'dl_3'])
    expect(await store.forgetDeliveriesBefore(4)).toBe(2)
    expect((await store.deliveries('wh_one', 9)).map(({ id }) => id)).toEqual(['dl_5', 'dl_4', 'dl_1'])
  })

  test('keeps the newest hundred deliveries of each webhook, and beyond them what still waits', async () => {
    const store = await open()
    await store.create(aWebhook())
    await store.create(aWebhook({ id: 'wh_two' }))
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
}
