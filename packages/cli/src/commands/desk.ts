import type { Define } from './command.js'

/** Only says what is found below it. */
export const define: Define = (command) => command.action(() => command.outputHelp())
