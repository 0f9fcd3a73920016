// The product's own way from the hub to the sockets, driven by orders, so that frames may be large and frequent.

import { createHub, listen, systemClock, systemTimers, writeReply } from '@p2p-rates/server/testing'

export type HubOrder = { readonly publish: number; readonly bytes: number; readonly everyMs: number } | 'report'

const fiat = 'UAH'
const hub = createHub({ clock: systemClock, timers: systemTimers, report: console.error })
let version = 0
const frameOf = (bytes: number) => {
  version += 1
  return { version, bytes: Buffer.from(`event: rates\nid: ${version}\ndata: `.padEnd(bytes, ' ')) }
}
const { server, url } = await listen(
  (_request, response) =>
    writeReply(response, {
      status: 200,
      headers: ['Content-Type', 'text/event-stream'],
      body: null,
      hijack: (connection) => {
        if (connection === null) return
        hub.subscribe({ topic: fiat, maxAgeMs: 3_600_000, ownerIds: ['key', 'account'] }, frameOf(100), connection)
      },
    }),
  { host: '127.0.0.1', port: 0, maxStreams: 5_000 },
)
process.on('message', async (order: HubOrder) => {
  if (order !== 'report')
    for (let frame = 0; frame < order.publish; frame++) {
      hub.publish(fiat, frameOf(order.bytes))
      await new Promise((done) => setTimeout(done, order.everyMs))
    }
  const { user, system } = process.cpuUsage()
  process.send?.({ open: hub.openCount, cpuMs: (user + system) / 1000, megabytes: process.memoryUsage.rss() / 1e6 })
})
process.on('disconnect', () => server.close(() => process.exit()))
process.send?.({ port: Number(new URL(url).port) })
