import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@p2p-rates/core/internal'
import { databasePathOf, inspect, openSqliteStore } from '@p2p-rates/server/testing'
import { startSimulator } from '@p2p-rates/simulator'
import type { Open } from '../harness/parts.js'
import {
  createBusinessKey,
  endProcess,
  makeDataDir,
  type ServerProcess,
  startServerProcess,
} from '../harness/server-process.js'
import { createChainWatch, verifyFixingsAsUser } from './chain-watch.js'
import { createFixingDays, type FixingDays } from './fixing-days.js'

export const preload = fileURLToPath(new URL('./shifted-clock-and-kill.mjs', import.meta.url))
const fiats = ['UAH', 'EUR']
const points = ['before', 'within', 'after'] as const

/** Waits until the server answers the newest fixing that is due, for a minute at most. */
async function untilAnswered(url: string, key: string, noons: FixingDays): Promise<void> {
  for (let look = 0; look < 60; look++) {
    const lacks = await Promise.all(
      noons.newestDue().map(async ([fiat, day]) => !(await hasFixing(url, key, fiat, day, look))),
    )
    if (!lacks.includes(true)) return
    await wait(1_000)
  }
}

/** Each look asks for another end, since an answer is kept for a minute. */
async function hasFixing(url: string, key: string, fiat: string, day: string, look: number): Promise<boolean> {
  const end = new Date(Date.parse(day) + look * 86_400_000).toISOString().slice(0, 10)
  const answer = await fetch(`${url}/api/v1/index/fixings?fiat=${fiat}&from=${day}&to=${end}`, {
    headers: { 'X-API-Key': key },
  })
  const { fixings } = (await answer.json()) as { fixings?: readonly unknown[] }
  return (fixings ?? []).length > 0
}

export async function killSingleServer(open: Open, { seed, kills }: { readonly seed: number; readonly kills: number }) {
  const random = createRandom(seed)
  const { root, dataDir } = await open(makeDataDir())
  const simulator = await open(startSimulator({ seed, stepMs: 500 }))
  const clockFile = join(root, 'clock')
  const noons = createFixingDays({ random, fiats, clockFile })
  const watch = createChainWatch(noons.expected)
  let atPoint = 0

  /** Check the stored fixings and record the noons of more days while no server runs. Returns the missing fixings. */
  const betweenStarts = async (days: number): Promise<readonly string[]> => {
    const store = openSqliteStore(dataDir)
    try {
      const missing = await watch.checkStored(store, fiats)
      for (let day = 0; day < days; day++) await noons.recordNext(store)
      return missing
    } finally {
      await store.close()
    }
  }

  const launch = (killAt: string): ServerProcess =>
    startServerProcess({
      ...{ dataDir, simulator, preload },
      environment: { PROOF_CLOCK_FILE: clockFile, PROOF_KILL_AT: killAt },
    })

  const live = async ({ exit, listening }: ServerProcess): Promise<boolean> => {
    const died = exit.then(() => true)
    if (await Promise.race([died, listening.then(() => false)])) return true
    for (let days = random.integer(1, 4); days > 0; days--) {
      if (await Promise.race([died, wait(random.integer(300, 1_800), false)])) return true
      noons.pass(random.below(3_000))
      if (random.chance(0.3)) noons.pass(random.below(3_000))
    }
    return Promise.race([died, wait(random.integer(0, 1_500), false)])
  }

  let server: ServerProcess | null = null
  await open({ close: async () => server !== null && endProcess(server, 'SIGKILL') })
  await betweenStarts(31)
  for (let day = 0; day < 14; day++) noons.pass(0)
  for (let kill = 0; kill < kills; kill++) {
    const point = random.chance(0.5) ? `${random.pick(points)}:${random.integer(1, 6)}` : ''
    server = launch(point)
    if (await live(server)) atPoint += 1
    else await endProcess(server, 'SIGKILL')
    for (const fault of inspect(databasePathOf(dataDir)).faults) watch.breaches.push(`damaged: ${fault}`)
    await betweenStarts(random.integer(2, 4))
    if (random.chance(0.3)) noons.pass(0)
  }
  server = launch('')
  const url = await server.listening
  const key = await createBusinessKey(dataDir)
  // A server looks for fixings missed in the last 31 days, so time waits for it.
  await untilAnswered(url, key, noons)
  for (let isLeft = true; isLeft; await untilAnswered(url, key, noons))
    for (let day = 0; day < 28; day++) isLeft = noons.pass(0)
  for (const fiat of noons.fixedFiats()) {
    watch.breaches.push(...(await verifyFixingsAsUser(url, key, fiat, noons.lastMonth())))
  }
  await endProcess(server, 'SIGTERM')
  for (const missing of await betweenStarts(0)) watch.breaches.push(`${missing} was never fixed`)
  return { breaches: watch.breaches, links: watch.links, days: noons.expected.size, atPoint }
}
