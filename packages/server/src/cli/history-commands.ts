import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { OperatorError } from '../base/errors/operator-errors.js'
import { archiveFilesAt, archiveFolderOf, recordsIn } from '../history/archive/archive-files.js'
import { configuration } from './configuration.js'
import { formatTable } from './terminal-output.js'
import { withOperator } from './with-operator.js'

export function addArchiveCommand(root: Command): void {
  root
    .command('archive')
    .description('the days of the archive: what each takes and how many markets it holds; the server may run')
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { config } = await configuration()
      const folder = archiveFolderOf(config.DATA_DIR)
      const days = await daysIn(folder)
      console.log(json ? JSON.stringify(days, null, 2) : words(days))
      const damaged = days.filter(({ damage }) => damage > 0)
      if (damaged.length > 0)
        throw new OperatorError(
          `Damaged places are left out when these days are read: ${damaged.map(({ file }) => file).join(', ')}.`,
        )
    })
}

async function daysIn(folder: string) {
  const files = await archiveFilesAt(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new OperatorError(`There is no archive in ${folder}. P2P_ARCHIVE=on keeps one.`)
    throw error
  })
  const days: { file: string; day: string; bytes: number; markets: number; damage: number }[] = []
  for (const { path, day, bytes } of files) {
    let markets = 0
    let damage = 0
    for await (const _ of recordsIn(path, () => damage++)) markets += 1
    days.push({ file: path, day, bytes, markets, damage })
  }
  return days
}

const mebibyte = 1024 * 1024
const inMebibytes = (bytes: number): string => (bytes / mebibyte).toFixed(1)

function words(days: Awaited<ReturnType<typeof daysIn>>): string {
  const rows = days.map(({ day, bytes, markets, damage }) => [day, inMebibytes(bytes), `${markets}`, `${damage}`])
  // The first and the last day are partial.
  const whole = days.slice(1, -1)
  const usual = whole.reduce((sum, { bytes }) => sum + bytes, 0) / whole.length
  const all = inMebibytes(days.reduce((sum, { bytes }) => sum + bytes, 0))
  const average = whole.length === 0 ? '' : `, ${inMebibytes(usual)} MiB for a whole day`
  return `${formatTable(['DAY', 'MIB', 'MARKETS', 'DAMAGED'], rows)}\n${all} MiB in all${average}.`
}

export function addFixingCommands(root: Command): void {
  root
    .command('fixings')
    .description('the index of each day')
    .command('correct <fiat> <day> <value>')
    .description('add a correction to the chain; the fixing of that day stays')
    .requiredOption('--why <text>', 'reason, shown to all readers')
    .action(async (fiat: string, day: string, value: string, { why }: { why: string }) => {
      const { number, digest } = await withOperator((operator) => operator.correctFixing({ fiat, day, value, why }))
      console.log(`${fiat} of ${day} is corrected by number ${number} of its chain (${digest}).`)
    })
}

const anchorHeading = `# p2p-rates: currency, number and digest of fixings. Check them with: p2p index days --anchored FILE\n`

export function addAnchorCommand(root: Command): void {
  root
    .command('anchor <file>')
    .description(
      'add the newest digest of each chain of fixings to a file, to be kept where the operator cannot change it',
    )
    .action(async (file: string) => {
      const entries = await withOperator((operator) => operator.newestFixings())
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return anchorHeading
        throw error
      })
      const before = /[^\n]$/.test(text) ? `${text}\n` : text
      const known = new Set(before.split(/\r?\n/))
      const lines = entries.map(({ fiat, number, digest }) => `${fiat} ${number} ${digest}`)
      const added = lines.filter((line) => !known.has(line))
      await writeFile(`${file}.part`, before + added.map((line) => `${line}\n`).join(''))
      await rename(`${file}.part`, file)
      console.log(`${file}: ${added.length} of ${lines.length} chains have grown and are added.`)
    })
}
