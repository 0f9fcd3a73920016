import type { Fiat } from '@p2p-rates/sdk'
import { everyOption, fiatOption } from '../options.js'
import { marked } from '../simulated.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .addOption(fiatOption())
    .addOption(everyOption())
    .action(async (options: { fiat?: Fiat; every: number }) => {
      const { p2p } = await cli.source(options.every)
      const updates = p2p.stream(await chosenFiat(cli, options))
      for await (const rates of updates)
        cli.terminal.print(JSON.stringify(updates.connection?.simulated === true ? marked(rates) : rates))
    })
