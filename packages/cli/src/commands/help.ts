import { Failure } from '../failure.js'
import { topics, topicText } from '../help-topics.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) =>
  command
    .argument('[topic...]', `a command, ${[...topics.keys()].join(', ')}, or man for the whole manual`)
    .action(async ([name, ...rest]: string[]) => {
      const program = command.parent ?? command
      if (name === undefined) return program.outputHelp()
      const topic = topics.get(name)
      if (topic !== undefined) return cli.terminal.write(topicText(topic, cli.terminal.look.width))
      if (name === 'man') {
        const { manPage } = await import('../man-page.js')
        return cli.terminal.write(await manPage(program, cli.equip))
      }
      let found = program.commands.find((known) => known.name() === name)
      if (found === undefined)
        throw new Failure('usage', `There is no command ${name}.`, 'p2p --help shows all of them.')
      if (found !== command) await cli.equip(found)
      for (const word of rest) found = found.commands.find((known) => known.name() === word) ?? found
      found.outputHelp()
    })
