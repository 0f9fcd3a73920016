import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/make-folder.js'
import { needsAll } from '../../testing/needs-all.js'
import { openEvents } from '../../testing/open-events.js'
import { makeTestDatabase, needsPostgres } from '../../testing/postgres.js'
import { needsOwnRedis, startOwnRedis } from '../../testing/redis.js'
import { startServer, type TestServer } from '../../testing/start-server.js'
import { readArchive } from './read-archive.js'

const filesOf = (dataDir: string): readonly string[] => {
  const folder = join(dataDir, 'archive')
  return existsSync(folder) ? readdirSync(folder) : []
}

async function follow({ url, keys }: TestServer) {
  const events = await openEvents(url, '/api/v1/stream?fiat=UAH', [['X-API-Key', keys.Business]])
  return async (): Promise<readonly string[]> => {
    events.close()
    return [...(await events.ended).matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? '')
  }
}

test(
  'archived by any publisher: one folder has every published market, across a change of leader',
  needsAll(needsPostgres, needsOwnRedis),
  async () => {
    const engine = await makeTestDatabase()
    onTestFinished(() => engine.drop())
    const redis = await startOwnRedis()
    onTestFinished(() => redis.close())
    const { url } = await engine.newSchema()
    const start = async (name: string) => {
      const dataDir = join(makeFolder(), 'data')
      const running = await startServer({
        fiats: ['UAH'],
        historyDays: 0,
        dataDir,
        settings: {
          P2P_DATABASE_URL: url,
          P2P_REDIS_URL: redis.url,
          P2P_MASTER_KEY: 'a'.repeat(64),
          P2P_DRAIN_SECONDS: '0',
          P2P_CYCLE_SECONDS: '3',
          P2P_ARCHIVE: 'on',
        },
      })
      let isOver = false
      const stop = async () => {
        if (!isOver) await running.stop()
        isOver = true
      }
      onTestFinished(stop)
      return { name, dataDir, running, stop }
    }
    const both = [await start('berlin'), await start('kyiv')]
    await expect.poll(() => both.filter(({ dataDir }) => filesOf(dataDir).length > 0)).toHaveLength(1)
    const [leader] = both.filter(({ dataDir }) => filesOf(dataDir).length > 0)
    const other = both.find((one) => one !== leader)
    if (leader === undefined || other === undefined) throw new Error('One of two leads.')

    const shown = await follow(other.running)
    const published = async () => {
      const answer = await fetch(`${other.running.baseUrl}/rates?fiat=UAH`, {
        headers: { 'X-API-Key': other.running.keys.Business },
      })
      return answer.headers.get('ETag')
    }
    const before = await published()
    await expect.poll(published).not.toBe(before)
    await leader.stop()
    await expect.poll(() => filesOf(other.dataDir)).toHaveLength(1)
    const after = await published()
    await expect.poll(published).not.toBe(after)
    const versions = await shown()
    await other.stop()

    const folder = makeFolder()
    for (const { name, dataDir } of both)
      for (const file of filesOf(dataDir))
        copyFileSync(join(dataDir, 'archive', file), join(folder, file.replace('.p2p', `.${name}.p2p`)))
    const archived: string[] = []
    const damage: string[] = []
    const whole = { fromMs: 0, toMs: 8e15 }
    for await (const { snapshot } of readArchive(folder, whole, (path, what) => damage.push(path + what)))
      archived.push(String(snapshot.version))
    expect(damage).toEqual([])
    expect(archived).toEqual([...new Set(archived)].toSorted((one, next) => Number(one) - Number(next)))
    expect(versions.length).toBeGreaterThan(2)
    expect(archived).toEqual(expect.arrayContaining([...versions]))
  },
)
