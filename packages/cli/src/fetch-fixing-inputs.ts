import type { FixingInputs } from '@p2p-rates/sdk'
import type { Cli } from './cli.js'
import { CliError } from './cli-error.js'
import { waitOutRateLimit } from './wait-out-rate-limit.js'
import { say } from './words/say.js'

export const fetchFixingInputs = (cli: Cli, fiat: string, day: string): Promise<FixingInputs> =>
  waitOutRateLimit(cli, (p2p) => p2p.fixingInputs(fiat, day)).catch((error) => {
    throw (error as { readonly code?: unknown }).code === 'not_found' ? noFixingInputs(fiat, day) : error
  })

export const noFixingInputs = (fiat: string, day: string): CliError =>
  new CliError('noData', say('There is no fixing of {fiat} with inputs for {day}.', { fiat, day }))
