import { version } from '../help-page.js'
import type { Define } from './command.js'

export const define: Define = (command, cli) => command.action(() => cli.terminal.print(version))
