import type { Fiat } from '@p2p-rates/sdk'
import { everyOption, fiatOption } from '../options.js'
import { harmlessJson } from '../render/harmless.js'
import { marked } from '../simulated.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .addOption(fiatOption())
    .addOption(everyOption())
    .action(async (options: { fiat?: Fiat; every: number }) => {
      const updates = await cli.follow(await chosenFiat(cli, options), options.every)
      for await (const rates of updates)
        cli.terminal.print(harmlessJson(updates.connection?.simulated === true ? marked(rates) : rates))
    })
