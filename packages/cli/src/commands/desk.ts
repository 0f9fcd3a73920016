import type { CommandFactory } from './command.js'

/** Only says what is found below it. */
export const define: CommandFactory = (command) => command.action(() => command.outputHelp())
