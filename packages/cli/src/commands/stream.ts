import { fieldText } from '../field-text.js'
import { everyOption, fiatArgument, fiatOption } from '../options.js'
import { harmlessJson } from '../render/harmless.js'
import { signsOfLife } from '../signs-of-life.js'
import { marked } from '../simulated.js'
import { chosenFiat } from './chosen-fiat.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .addArgument(fiatArgument())
    .addOption(fiatOption())
    .addOption(everyOption())
    .action(async (word: string | undefined, options: { fiat?: string; every: number }) => {
      const updates = await cli.follow(await chosenFiat(cli, options, word), options.every)
      const { field, limit = Number.POSITIVE_INFINITY } = cli.options
      const lineIsOver = field === undefined ? signsOfLife(cli.terminal) : () => {}
      let told = 0
      for await (const rates of updates) {
        const document = updates.connection?.simulated === true ? marked(rates) : rates
        cli.terminal.write(field === undefined ? `${harmlessJson(document)}\n` : fieldText(document, field))
        lineIsOver()
        if (++told >= limit) return
      }
    })
