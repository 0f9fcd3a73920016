import { CliError } from '../cli-error.js'
import { canonicalWords } from '../command-aliases.js'
import { takesValue, wholePage } from '../help-page.js'
import { topics, topicText } from '../help-topics.js'
import { say } from '../words/say.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) =>
  command
    .argument('[topic...]', `a command, ${[...topics.keys()].join(', ')}, all for everything, or man for the manual`)
    .action(async ([name, ...rest]: string[]) => {
      const program = command.parent ?? command
      if (name === undefined) return program.outputHelp()
      if (name === 'all') return cli.showPaged(wholePage(cli.terminal.renderOptions.width))
      const topic = topics.get(name)
      if (topic !== undefined) return cli.terminal.write(topicText(topic, cli.terminal.renderOptions.width))
      if (name === 'man') {
        const { manPage } = await import('../man-page.js')
        return cli.terminal.write(await manPage(program, cli.configure))
      }
      const [meant = name, ...below] = canonicalWords([name, ...rest], takesValue)
      let found = program.commands.find((known) => known.name() === meant)
      if (found === undefined)
        throw new CliError('usage', say('Unknown command {name}.', { name }), say('p2p help all lists all commands.'))
      if (found !== command) await cli.configure(found)
      for (const word of below) found = found.commands.find((known) => known.name() === word) ?? found
      found.outputHelp()
    })
