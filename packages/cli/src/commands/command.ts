import type { Command } from 'commander'
import type { Cli } from '../cli.js'

/** Gives a command its options and what it does. Loaded when the command is called. */
export type Define = (command: Command, cli: Cli) => void
