import type { TrustRules } from '@p2p-rates/core'
import { parseRecording } from '@p2p-rates/core/internal'
import type { Cli } from '../cli.js'
import { CliError } from '../cli-error.js'
import { readTextFile } from '../input/read-text-file.js'
import { simulatedNote } from '../mark-simulated-output.js'
import type { Report } from '../report.js'
import { recordingReport } from '../reports/recording-report.js'
import { say } from '../words/say.js'

export async function judgeRecording(cli: Cli, path: string, rules: Partial<TrustRules>): Promise<Report> {
  const text = await readTextFile(cli, path)
  const recording = parseRecording(text)
  if (recording === null)
    throw new CliError('failed', say('{path} is no recording that this version can read.', { path }))
  const exchange = (await cli.exchanges()).byId(recording.exchange)
  if (exchange === null)
    throw new CliError(
      'failed',
      say('Unknown exchange {id}.', { id: recording.exchange }),
      say('For an exchange of your own: --exchange-module FILE.'),
    )
  if (recording.pages.some(({ answer }) => answer?.simulated === true)) cli.terminal.printWarning(simulatedNote())
  return recordingReport(recording, exchange, rules)
}
