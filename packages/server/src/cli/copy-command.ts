import type { Command } from 'commander'
import { createSecretBox, findMasterKey } from '../alerts/webhooks/master-key.js'
import { systemClock } from '../base/time/clock.js'
import {
  type CopySource,
  compareData,
  copyData,
  type ReportRows,
  type TableProof,
  type TableReader,
} from '../storage/transfer/copy-data.js'
import {
  openCopySource,
  openCopyTarget,
  refuseForeignSecrets,
} from '../storage/transfer/open-copy-source-and-target.js'
import { configuration } from './configuration.js'
import { createProgressLine, formatTable } from './terminal-output.js'

type Options = { readonly from: string; readonly to: string; readonly verify?: boolean }

export function addCopyCommand(root: Command): void {
  root
    .command('copy')
    .description('copy all data to another place, a folder or a PostgreSQL database; no server may run on either')
    .requiredOption('--from <where>', 'a data folder, a backup, or postgres://user:password@host:5432/database')
    .requiredOption('--to <where>', 'an empty one of these; a backup only with --verify')
    .option('--verify', 'copy nothing, but read both and compare every table')
    .action(async ({ from, to, verify = false }: Options) => {
      const { proofs, words } = await withProgress((tell) => (verify ? compare(from, to, tell) : copy(from, to, tell)))
      console.log(
        formatTable(
          ['TABLE', 'ROWS', 'DIGEST'],
          proofs.map((proof) => [proof.table, String(proof.rows), proof.digest.slice(0, 16)]),
        ),
      )
      console.log(words)
    })
}

type CopyReport = { readonly proofs: readonly TableProof[]; readonly words: string }

async function copy(from: string, to: string, reportRows: ReportRows): Promise<CopyReport> {
  const judge = await secretCheck()
  const target = await openCopyTarget(to)
  return withSource(from, async (source) => {
    const proofs = await copyData({ source, target }, { judge: (reading) => judge(source.name, reading), reportRows })
    return {
      proofs,
      words: `${areTheSame(source, target)} The server there needs the same master key (P2P_MASTER_KEY): it is not among the data.`,
    }
  })
}

const compare = (from: string, to: string, tell: ReportRows): Promise<CopyReport> =>
  withSource(from, (one) =>
    withSource(to, async (other) => ({
      proofs: await compareData(one, other, tell),
      words: areTheSame(one, other),
    })),
  )

type Named = { readonly name: string }
const areTheSame = (one: Named, other: Named): string => `All of it is the same in ${one.name} and in ${other.name}.`

async function withSource<Result>(where: string, work: (source: CopySource) => Promise<Result>): Promise<Result> {
  const source = await openCopySource(where)
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}

/** Uses the configured master key; this command never creates one. */
async function secretCheck() {
  const { config } = await configuration()
  const key = findMasterKey(config.DATA_DIR, config.MASTER_KEY)
  const secretBox = key === null ? null : createSecretBox(key)
  return (name: string, reading: TableReader) =>
    refuseForeignSecrets(reading, { name, secretBox, nowMs: systemClock.wallMs() })
}

async function withProgress<Result>(work: (tell: ReportRows) => Promise<Result>): Promise<Result> {
  const line = createProgressLine(process.stderr)
  line.show(0, 1, 'reading')
  try {
    return await work(({ table, done, all }) => line.show(done, all, table))
  } finally {
    line.clear()
  }
}
