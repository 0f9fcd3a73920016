import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { systemTimers, type Timers } from '../../../base/time/timers.js'
import { makeFolder } from '../../../testing/make-folder.js'
import { type ArchiveFiles, openArchiveFolder } from '../archive-files.js'
import { createArchiver } from '../archiver.js'
import { readArchive } from '../read-archive.js'
import { createMovingMarket, startMs } from './moving-market.js'

export const always = { fromMs: 0, toMs: 8e15 }

/** An archiver over a market that moves. `publish` resolves once a snapshot is kept or missed. */
export const startArchiver = (
  options: { files?: ArchiveFiles; timers?: Timers; mostDays?: number; mostBytes?: number; folder?: string } = {},
) => {
  const { folder = join(makeFolder(), 'archive'), mostDays = 30, mostBytes = 1e9 } = options
  const moving = createMovingMarket(7)
  const said: string[] = []
  let beside = moving.at(startMs)
  const archiver = createArchiver({
    files: options.files ?? openArchiveFolder(folder),
    timers: options.timers ?? systemTimers,
    contextOf: ({ judgedAtMs: _ }) => beside,
    mostDays,
    mostBytes,
    onTrouble: (trouble) => said.push(trouble),
    onRecovery: () => said.push('over'),
  })
  if (options.files === undefined) onTestFinished(archiver.flushAndClose)
  const publish = async (atMs: number) => {
    beside = moving.at(atMs)
    archiver.recordSnapshot(beside.snapshot)
    const { kept, missed } = archiver.state
    await expect.poll(() => archiver.state.kept + archiver.state.missed, { interval: 1 }).toBe(kept + missed + 1)
    return beside.snapshot.version
  }
  return { archiver, publish, folder, said }
}

export const versionsIn = async (folder: string, span = always) => {
  const damage: string[] = []
  const versions: number[] = []
  for await (const { snapshot } of readArchive(folder, span, (_, what) => damage.push(what)))
    versions.push(snapshot.version)
  return { versions, damage }
}
