import type { JudgedDifference, RulesComparison } from '@p2p-rates/server'
import { InvalidArgumentError, Option } from 'commander'
import { CliError } from '../cli-error.js'
import { shownAsName } from '../exchange-names.js'
import { numberReader } from '../input/options.js'
import { sinceOption, untilOption } from '../input/time-span.js'
import { tableOf } from '../render/table.js'
import type { ArchiveSpanOptions } from '../replay/archive-span.js'
import type { Report } from '../report.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

type Options = ArchiveSpanOptions & {
  readonly archive?: string
  readonly recording?: string
  readonly trustedFrom?: number
  readonly bandUsdt?: { readonly min: number; readonly max: number }
  readonly gateFloorPct?: number
}

export const define: CommandFactory = (command, cli) =>
  command
    .description('Score archived ads again with this version and compare with the recorded results.')
    .option('--archive <path>', 'folder of an archive, or one of its files')
    .addOption(
      new Option('--recording <file>', 'file of p2p record, read by the mapping of its day').conflicts([
        'archive',
        'since',
        'until',
      ]),
    )
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(
      new Option('--trusted-from <score>', 'minimum score of a trusted ad (default: as recorded)').argParser(
        between(0.05, 0.95),
      ),
    )
    .addOption(
      new Option('--band-usdt <from-to>', 'order sizes that a price must serve (default: as recorded)').argParser(
        readBand,
      ),
    )
    .addOption(
      new Option('--gate-floor-pct <n>', 'minimum tolerance around the market price (default: as recorded)').argParser(
        between(0.2, 5),
      ),
    )
    .action(async ({ archive, recording, trustedFrom, bandUsdt, gateFloorPct, ...span }: Options) => {
      const tried = {
        ...(trustedFrom === undefined ? {} : { trustedFrom }),
        ...(bandUsdt === undefined ? {} : { bandUsdt }),
        ...(gateFloorPct === undefined ? {} : { minGate: gateFloorPct / 100 }),
      }
      if (recording !== undefined) {
        const { judgeRecording } = await import('../record/judge-recording.js')
        return cli.printReport(await judgeRecording(cli, recording, tried))
      }
      if (archive === undefined)
        throw new CliError('usage', say('Give --archive or --recording.'), 'p2p judge --archive data/archive')
      const { archiveSpan, serverParts } = await import('../replay/archive-span.js')
      const { replayWithRules, readArchive } = await serverParts()
      const markets = readArchive(archive, await archiveSpan(archive, span), (file, what) =>
        cli.terminal.printWarning(say('{file}: {what}; skipped.', { file, what })),
      )
      const judgement = await replayWithRules(markets, tried)
      cli.printReport(judgementReport(judgement))
      // A table without rows says nothing where no person looks.
      if (cli.format === 'plain' && !judgement.differences.some(isDifferent))
        cli.terminal.printNote(`${titleOf(judgement)}. ${allTheSame()} ${confidenceLine(judgement)}`)
    })

const isDifferent = ({ gained, lost, rescored, bestMoved }: JudgedDifference): boolean =>
  gained + lost + rescored + bestMoved > 0

const allTheSame = () => say('All results are as recorded.')

const titleOf = ({ markets, differences }: RulesComparison): string =>
  say('{markets} archived markets, {ads} ads, scored again', {
    markets,
    ads: differences.reduce((sum, { ads }) => sum + ads, 0),
  })

const confidenceLine = ({ markets, confidenceMoved }: RulesComparison): string =>
  say('Confidence changed in {moved} of {markets} markets.', { moved: confidenceMoved, markets })

function judgementReport(answer: RulesComparison): Report {
  const { differences } = answer
  return {
    answer,
    records: differences,
    title: titleOf(answer),
    empty: allTheSame(),
    table: tableOf<JudgedDifference>(differences.filter(isDifferent), [
      { name: 'fiat' },
      { name: 'exchange', shown: shownAsName },
      { name: 'boards', kind: 'count', flexible: 2 },
      { name: 'ads', kind: 'count', flexible: 2 },
      { name: 'trusted_before', heading: 'trusted', kind: 'count', value: ({ trustedBefore }) => trustedBefore },
      { name: 'trusted_after', heading: 'after', kind: 'count', value: ({ trustedAfter }) => trustedAfter },
      { name: 'gained', kind: 'count' },
      { name: 'lost', kind: 'count' },
      { name: 'rescored', kind: 'count', flexible: 1 },
      { name: 'best_moved', heading: 'best moved', kind: 'count', value: ({ bestMoved }) => bestMoved },
      { name: 'best_gained', kind: 'count', hidden: true, value: ({ bestGained }) => bestGained },
      { name: 'best_lost', kind: 'count', hidden: true, value: ({ bestLost }) => bestLost },
      { name: 'move_median_pct', heading: 'by %', kind: 'percent', value: ({ moveMedianPct }) => moveMedianPct },
      { name: 'move_most_pct', heading: 'most %', kind: 'percent', value: ({ moveMostPct }) => moveMostPct },
    ]),
    footer: () => [confidenceLine(answer)],
  }
}

const between = (least: number, most: number) =>
  numberReader(
    /^\d{1,3}(\.\d{1,6})?$/,
    () => say('Expected a number from {least} to {most}.', { least, most }),
    (value) => value >= least && value <= most,
  )

function readBand(text: string): { min: number; max: number } {
  const [, min, max] = (/^(\d{1,6})-(\d{1,7})$/.exec(text) ?? []).map(Number)
  if (min === undefined || max === undefined || min >= max)
    throw new InvalidArgumentError(say('Expected the form 50-1000, smaller number first.'))
  return { min, max }
}
