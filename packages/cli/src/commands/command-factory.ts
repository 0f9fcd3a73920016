import type { Command } from 'commander'
import type { Cli } from '../cli.js'

/** Gives a command its options and its action. Large parts are imported when it runs. */
export type CommandFactory = (command: Command, cli: Cli) => void
