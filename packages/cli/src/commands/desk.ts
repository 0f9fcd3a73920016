import type { CommandFactory } from './command.js'

export const define: CommandFactory = (command) => command.action(() => command.outputHelp())
