import type { CommandFactory } from './command-factory.js'

export const define: CommandFactory = (command) => command.action(() => command.outputHelp())
