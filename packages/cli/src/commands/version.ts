import { version } from '../help-page.js'
import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command, cli) => command.action(() => cli.terminal.print(version))
