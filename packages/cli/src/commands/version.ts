import { version } from '../contents.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) => command.action(() => cli.terminal.print(version))
