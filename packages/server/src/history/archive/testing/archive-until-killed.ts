// Archives without end and says each version that is kept.
import { systemTimers } from '../../../base/time/timers.js'
import { openArchiveFolder } from '../archive-files.js'
import { createArchiver } from '../archiver.js'
import { createMovingMarket, startMs } from './moving-market.js'

const [, , folder = ''] = process.argv
const moving = createMovingMarket(11)
let beside = moving.at(startMs)
const archiver = createArchiver({
  files: openArchiveFolder(folder),
  timers: systemTimers,
  contextOf: () => beside,
  mostDays: 10,
  mostBytes: 1e9,
  onTrouble: (trouble) => {
    throw new Error(trouble)
  },
  onRecovery: () => {},
})
for (let step = 0; ; step++) {
  beside = moving.at(startMs + 10_000 * step)
  const { kept } = archiver.state
  archiver.recordSnapshot(beside.snapshot)
  while (archiver.state.kept === kept) await new Promise((resolve) => setImmediate(resolve))
  process.stdout.write(`${beside.snapshot.version}\n`)
}
