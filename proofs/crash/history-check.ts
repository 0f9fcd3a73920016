import { exchangeIds, type Fiat } from '@p2p-rates/core'
import { type Random, type Series, slotMs } from '@p2p-rates/core/internal'
import { generatedHistory, openSqliteStore } from '@p2p-rates/server/testing'

const dayMs = 86_400_000
const checkedFiats = ['UAH', 'EUR']
/** Series that no server collects, so that each adds a point to a day's compaction. */
const lateSeries = ['late-1', 'late-2', 'late-3', 'late-4']

/** Thirty days of history on disk, and a copy in memory to compare with after every crash. */
export const createHistoryCheck = async (
  dataDir: string,
  { seed, fiats }: { seed: number; fiats: readonly Fiat[] },
) => {
  const toMs = Math.floor(Date.now() / slotMs) * slotMs - slotMs
  const span = { fromMs: toMs - 30 * dayMs, toMs }
  const keys = checkedFiats.flatMap((fiat) => ['best', ...exchangeIds].map((exchange) => ({ fiat, exchange })))

  const withStore = async <Result>(
    work: (store: ReturnType<typeof openSqliteStore>) => Promise<Result>,
  ): Promise<Result> => {
    const store = openSqliteStore(dataDir)
    try {
      return await work(store)
    } finally {
      store.close()
    }
  }
  const readAll = (store: ReturnType<typeof openSqliteStore>) =>
    Promise.all(keys.map((key) => store.history.readSeries(key, span.fromMs, span.toMs)))

  const { points, copies } = await withStore(async (store) => ({
    points: await store.history.load(generatedHistory({ seed, fiats, exchanges: exchangeIds, ...span })),
    copies: await readAll(store),
  }))
  const latePrices = new Map<string, number>()
  /** State of each source per minute, as read after the previous crash. */
  const previousStates = new Map<string, string>()

  return {
    points,
    /** Points of an earlier day, so that the next server has a day to compact; only while none runs. */
    addLatePoints: (random: Random) =>
      withStore(async (store) => {
        const day = Math.floor(toMs / dayMs) - 1
        // A closed slot only accepts values that it lacks, so use each slot once.
        let atMs: number
        do atMs = day * dayMs + random.integer(0, 287) * slotMs
        while (latePrices.has(`${lateSeries[0]} ${atMs}`))
        const entries = lateSeries.map((exchange) => {
          const price = random.integer(1, 1_000_000) / 10_000
          latePrices.set(`${exchange} ${atMs}`, price)
          return { fiat: 'UAH', exchange, buy: price, sell: price, buyAds: 1, sellAds: 1 }
        })
        await store.history.append(atMs, entries)
      }),
    check: (breach: (text: string) => void) =>
      withStore(async (store) => {
        for (const [index, series] of (await readAll(store)).entries())
          if (!isSame(series, copies[index]))
            breach(`history of ${keys[index]?.fiat} ${keys[index]?.exchange} has changed`)
        for (const [name, price] of latePrices) {
          const [exchange = '', at] = name.split(' ')
          const { buy } = await store.history.readSeries({ fiat: 'UAH', exchange }, Number(at), Number(at) + 1)
          if (buy[0] !== Math.round(price * 10_000)) breach(`a point compacted late is ${buy[0]}, not ${price}`)
        }
        const now = statesByMinute(await store.uptime.readQuarters(0, Number.MAX_SAFE_INTEGER))
        for (const [minute, state] of previousStates)
          if (now.get(minute) !== state) breach(`${minute} was ${state}, and is ${now.get(minute) ?? 'lost'}`)
        for (const [minute, state] of now) previousStates.set(minute, state)
      }),
  }
}

const isSame = (a: Series, b: Series | undefined): boolean =>
  b !== undefined &&
  a.length === b.length &&
  a.firstSlot === b.firstSlot &&
  [a.buy, a.sell].every((column, index) => Buffer.compare(bytesOf(column), bytesOf([b.buy, b.sell][index])) === 0)

const bytesOf = (column: Int32Array = new Int32Array()): Buffer =>
  Buffer.from(column.buffer, column.byteOffset, column.byteLength)

const statesByMinute = (quarters: readonly Quarter[]): Map<string, string> =>
  new Map(
    quarters.flatMap(({ startMs, sources }) =>
      sources.flatMap(({ exchange, fiat, stretches }) =>
        stretches
          .flatMap(({ minutes, condition }) => Array.from({ length: minutes }, () => condition?.state))
          .flatMap((state, minute): [string, string][] =>
            state === undefined
              ? []
              : [[`${new Date(startMs + minute * 60_000).toISOString()} ${fiat} ${exchange}`, state]],
          ),
      ),
    ),
  )

type Quarter = Awaited<ReturnType<ReturnType<typeof openSqliteStore>['uptime']['readQuarters']>>[number]
