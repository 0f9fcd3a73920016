import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exchangeIds, fiats } from '@p2p-rates/core'
import { faultKinds } from '@p2p-rates/core/internal'
import { aFault, anHonestBoard, openIngest } from '@p2p-rates/server/testing'

export const runExchangeOutage = async (hours: number) => {
  let requests = 0
  let mostRequestsAnHour = 0
  const kinds = faultKinds.filter((kind) => kind !== 'no_market')
  const room = await openIngest({ fiats, remember: false, script: (question) => anHonestBoard(question, { ads: 20 }) })
  room.room.start()
  await room.pass(3_600_000)
  room.play(({ exchange, atMs }) => {
    requests += 1
    return aFault(kinds[(exchangeIds.indexOf(exchange) + Math.floor(atMs / 43_200_000)) % kinds.length] ?? 'network')
  })
  let heard = 0
  await room.pass(605_000)
  room.latest.subscribe(() => {
    heard += 1
  })

  const usedMb: number[] = []
  let shown = 0
  for (let hour = 1; hour <= hours; hour++) {
    requests = 0
    await room.pass(3_600_000)
    mostRequestsAnHour = Math.max(mostRequestsAnHour, requests)
    for (const fiat of fiats) if (room.latest.snapshot(fiat) !== null) shown += 1
    if (hour % Math.ceil(hours / 6) === 0) usedMb.push(usedAfterCollection())
  }
  shown += heard

  room.play((question) => anHonestBoard(question, { ads: 20 }))
  const healedMs = room.clock.wallMs()
  while (room.used('UAH').length < exchangeIds.length && room.clock.wallMs() < healedMs + 7_200_000)
    await room.pass(5_000)
  room.room.stop()
  return {
    hours,
    /** Memory in use after every sixth of the time, in MB. */
    usedMb,
    growthMb: (usedMb.at(-1) ?? 0) - (usedMb[0] ?? 0),
    shown,
    mostRequestsAnHour,
    backAfterSeconds: (room.clock.wallMs() - healedMs) / 1000,
  }
}

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

const usedAfterCollection = (): number => {
  collectGarbage()
  collectGarbage()
  return Number((process.memoryUsage().heapUsed / 1e6).toFixed(1))
}
