import { exitCodes, Failure } from '../failure.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command.argument('[topic...]', 'a command, or exit-codes').action(async ([name, ...rest]: string[]) => {
    if (name === 'exit-codes') return cli.terminal.write(exitCodesText)
    if (name === undefined) return command.parent?.outputHelp()
    let found = command.parent?.commands.find((known) => known.name() === name)
    if (found === undefined) throw new Failure('usage', `There is no command ${name}.`, 'p2p --help shows all of them.')
    if (found !== command) await cli.equip(found)
    for (const word of rest) found = found.commands.find((known) => known.name() === word) ?? found
    found.outputHelp()
  })

const exitCodesText = Object.values(exitCodes)
  .map(({ code, means }) => `${String(code).padStart(3)}  ${means}\n`)
  .join('')
