import type { Config } from '../../base/config.js'
import type { Log } from '../../base/log/log.js'
import type { Timers } from '../../base/time/timers.js'
import { archiveFolderOf, openArchiveFolder } from '../../history/archive/archive-files.js'
import { type Archiver, createArchiver } from '../../history/archive/archiver.js'
import type { SourceStatus } from '../../market/sources-report.js'
import { rulesOf } from './settings-from-config.js'

const mebibyte = 1024 * 1024

export function openArchive(ports: {
  readonly config: Config
  readonly scenes: () => readonly SourceStatus[]
  readonly isSimulated: () => boolean
  readonly timers: Timers
  readonly log: Log
}): Archiver | null {
  const { config, scenes, isSimulated, timers, log } = ports
  if (config.ARCHIVE === 'off') return null
  const { trustedFrom, bandUsdt, minGate } = rulesOf(config)
  return createArchiver({
    files: openArchiveFolder(archiveFolderOf(config.DATA_DIR)),
    timers,
    contextOf: ({ fiat }) => ({
      sourceStatuses: scenes().filter((scene) => scene.fiat === fiat),
      rules: { trustedFrom, bandUsdt, minGate },
      isSimulated: isSimulated(),
    }),
    mostDays: config.ARCHIVE_DAYS,
    mostBytes: config.ARCHIVE_MIB * mebibyte,
    onTrouble: (trouble) => log.error('the archive keeps nothing', { fault: trouble }),
    onRecovery: () => log.info('the archive keeps everything again'),
  })
}
