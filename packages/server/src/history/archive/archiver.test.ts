import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeTime } from '../../testing/fake-time.js'
import { makeFolder } from '../../testing/make-folder.js'
import { type ArchiveFiles, openArchiveFolder } from './archive-files.js'
import { leastFreeBytes } from './archiver.js'
import { readArchive } from './read-archive.js'
import { fileHead } from './record-format.js'
import { createMovingMarket, startMs } from './testing/moving-market.js'
import { always, startArchiver, versionsIn } from './testing/start-archiver.js'

const minuteMs = 60_000
const dayMs = 86_400_000
test('an archive goes on where the last server left it, whole again', async () => {
  const folder = join(makeFolder(), 'archive')
  const versions: number[] = []
  for (const run of [0, 1, 2]) {
    const { archiver, publish } = startArchiver({ folder })
    for (const step of [0, 1, 2]) versions.push(await publish(startMs + minuteMs * (10 * run + step)))
    await archiver.flushAndClose()
  }
  expect(await versionsIn(folder)).toEqual({ versions, damage: [] })
  expect(
    (await versionsIn(folder, { fromMs: startMs + 9 * minuteMs, toMs: startMs + 11.5 * minuteMs })).versions,
  ).toEqual(versions.slice(3, 5))
})

test('a tail that a sudden end left unfinished is cut off, whatever its length, and nothing else', async () => {
  const { archiver, publish, folder } = startArchiver()
  const versions = [await publish(startMs), await publish(startMs + minuteMs)]
  await archiver.flushAndClose()
  const path = join(folder, readdirSync(folder)[0] ?? '')
  const whole = readFileSync(path)
  const last = statSync(path).size - fileHead.length
  for (const torn of [1, 3, 4, 11, 23, 24, 25, Math.floor(last / 4)]) {
    writeFileSync(path, Buffer.concat([whole, whole.subarray(fileHead.length, fileHead.length + torn)]))
    expect((await versionsIn(folder)).versions).toEqual(versions)
    const next = startArchiver({ folder })
    const added = await next.publish(startMs + 2 * minuteMs)
    await next.archiver.flushAndClose()
    expect(await versionsIn(folder)).toEqual({ versions: [...versions, added], damage: [] })
  }
  for (const short of [0, 1, fileHead.length - 1]) {
    writeFileSync(path, whole.subarray(0, short))
    const next = startArchiver({ folder })
    const added = await next.publish(startMs)
    await next.archiver.flushAndClose()
    expect(await versionsIn(folder)).toEqual({ versions: [added], damage: [] })
  }
})

test('damage in the middle is no tail: what lies behind it is kept', async () => {
  const { archiver, publish, folder } = startArchiver()
  await publish(startMs)
  const later = await publish(startMs + 61 * minuteMs)
  await archiver.flushAndClose()
  const path = join(folder, readdirSync(folder)[0] ?? '')
  const bytes = readFileSync(path)
  bytes.fill(0, 20, 60)
  writeFileSync(path, bytes)
  const next = startArchiver({ folder })
  const added = await next.publish(startMs + 62 * minuteMs)
  await next.archiver.flushAndClose()
  expect((await versionsIn(folder)).versions).toEqual([later, added])
})

test('a file that is no archive is paused after failures, and said', async () => {
  const folder = join(makeFolder(), 'archive')
  mkdirSync(folder)
  const path = join(folder, '2026-11-23.p2p-archive')
  writeFileSync(path, 'my notes, not yours')
  const { publish, said, archiver } = startArchiver({ folder })
  await publish(startMs)
  expect(said).toEqual([`${path} is no archive.`])
  expect(archiver.state).toMatchObject({ kept: 0, missed: 1 })
  expect(readFileSync(path, 'utf8')).toBe('my notes, not yours')
})

test('a day whose first bytes were damaged is read by what follows, and goes on', async () => {
  const { archiver, publish, folder } = startArchiver()
  const first = await publish(startMs)
  await archiver.flushAndClose()
  const path = join(folder, readdirSync(folder)[0] ?? '')
  const bytes = readFileSync(path)
  bytes[3] = (bytes[3] ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect(await versionsIn(folder)).toMatchObject({ versions: [first] })

  const next = startArchiver({ folder })
  const added = await next.publish(startMs + minuteMs)
  await next.archiver.flushAndClose()
  expect(next.said).toEqual([])
  expect((await versionsIn(folder)).versions).toEqual([first, added])
})

test('a day turns at midnight UTC, and each file can be read alone', async () => {
  const { archiver, publish, folder } = startArchiver()
  const midnight = Date.UTC(2026, 10, 24)
  const versions = [await publish(midnight - 10_000), await publish(midnight + minuteMs)]
  await archiver.flushAndClose()
  const names = readdirSync(folder).toSorted()
  expect(names).toEqual(['2026-11-23.p2p-archive', '2026-11-24.p2p-archive'])
  for (const [place, name] of names.entries())
    expect((await versionsIn(join(folder, name))).versions).toEqual([versions[place]])
  expect((await versionsIn(folder)).versions).toEqual(versions)
})

test('a clock that is set back or ahead costs nothing that was kept', async () => {
  const { archiver, publish, folder } = startArchiver({ mostDays: 3 })
  for (const atMs of [startMs, startMs - dayMs, startMs, startMs + 9 * 365 * dayMs, startMs]) await publish(atMs)
  await archiver.flushAndClose()
  const { versions, damage } = await versionsIn(folder)
  expect(versions).toHaveLength(5)
  expect(damage).toEqual([])
})

test('of a clock that was set back every part is read as the whole is, wherever it begins and ends', async () => {
  const { archiver, publish, folder } = startArchiver()
  for (const minutes of [0, 5, 50, 20, 10, 15, 70, 66, 40, 100, 58]) await publish(startMs + minutes * minuteMs)
  await archiver.flushAndClose()
  const read = async (span: { fromMs: number; toMs: number }) => {
    const markets = []
    for await (const { snapshot } of readArchive(folder, span, (_, what) => expect.unreachable(what)))
      markets.push({ atMs: snapshot.judgedAtMs, boards: snapshot.market.boards })
    return markets
  }
  const whole = await read(always)
  expect(whole).toHaveLength(11)
  for (const from of [0, 3, 12, 30, 45, 61, 68])
    for (const to of [2, 12, 16, 45, 60, 69, 101]) {
      const span = { fromMs: startMs + from * minuteMs, toMs: startMs + to * minuteMs }
      const within = whole.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
      expect(await read(span)).toEqual(within)
    }
})

test('only the newest days are kept, and no more than may be taken', async () => {
  const few = startArchiver({ mostDays: 3 })
  for (const day of [0, 1, 2, 3, 4]) await few.publish(startMs + day * dayMs)
  expect(few.archiver.state).toMatchObject({ days: 3, trouble: null })
  await few.archiver.flushAndClose()
  expect(readdirSync(few.folder).toSorted()).toEqual(['25', '26', '27'].map((day) => `2026-11-${day}.p2p-archive`))

  const { bytes: one } = await (async () => {
    const probe = startArchiver()
    await probe.publish(startMs)
    return probe.archiver.state
  })()
  const small = startArchiver({ mostBytes: 2.5 * one })
  for (const day of [0, 1, 2, 3]) await small.publish(startMs + day * dayMs)
  // It is looked before each record: the last one may reach beyond.
  expect(small.archiver.state.bytes).toBeLessThanOrEqual(4.5 * one)
  for (let step = 1; step < 40; step++) await small.publish(startMs + 3 * dayMs + step * 61 * minuteMs * 0.1)
  expect(small.archiver.state.bytes).toBeLessThanOrEqual(4.5 * one)
  expect(small.said[0]).toMatch(/P2P_ARCHIVE_MIB/)
})

test('a full disk stops the archive with a word, costs no earlier record, and is over by itself', async () => {
  const folder = join(makeFolder(), 'archive')
  const real = openArchiveFolder(folder)
  let room = Number.POSITIVE_INFINITY
  let free = leastFreeBytes
  const files: ArchiveFiles = {
    ...real,
    freeBytes: async () => free,
    open: async (day) => {
      const file = await real.open(day)
      return {
        get bytes() {
          return file.bytes
        },
        close: file.close,
        append: async (record) => {
          if (room >= record.length) return file.append(record)
          appendFileSync(join(folder, `${day}.p2p-archive`), record.subarray(0, room))
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        },
      }
    },
  }
  const { archiver, publish, said } = startArchiver({ files })
  const versions = [await publish(startMs)]
  room = 40
  await publish(startMs + minuteMs)
  await publish(startMs + 2 * minuteMs)
  expect(archiver.state.trouble).toBe('the disk is full')
  room = Number.POSITIVE_INFINITY
  versions.push(await publish(startMs + 3 * minuteMs))
  expect(archiver.state).toMatchObject({ trouble: null, kept: 2, missed: 2 })
  expect(said).toEqual(['the disk is full', 'over'])

  free = leastFreeBytes - 1
  for (let step = 4; step < 30; step++) {
    const version = await publish(startMs + step * minuteMs)
    if (archiver.state.trouble === null) versions.push(version)
  }
  expect(said.at(-1)).toMatch(/less than 512 MiB left/)
  await archiver.flushAndClose()
  expect(await versionsIn(folder)).toEqual({ versions, damage: [] })
})

test('a slow disk loses the oldest markets, and never delays the publisher', async () => {
  const real = openArchiveFolder(join(makeFolder(), 'archive'))
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { archiver } = startArchiver({
    files: { ...real, open: async (day) => held.then(() => real.open(day)) },
  })
  const { snapshot } = createMovingMarket(3).at(startMs)
  for (let place = 0; place < 100; place++) archiver.recordSnapshot(snapshot)
  await expect.poll(() => archiver.state.missed).toBe(59)
  go()
  await archiver.flushAndClose()
  expect(archiver.state).toMatchObject({ kept: 41, missed: 59, trouble: null })
})

test('a disk that hangs keeps no server from ending', async () => {
  const real = openArchiveFolder(join(makeFolder(), 'archive'))
  const time = createFakeTime(startMs)
  const { archiver, said } = startArchiver({
    files: { ...real, open: () => new Promise(() => {}) },
    timers: time.timers,
  })
  archiver.recordSnapshot(createMovingMarket(3).at(startMs).snapshot)
  const paused = archiver.flushAndClose()
  await time.pass(3_000)
  await paused
  expect(said).toEqual([])
})
