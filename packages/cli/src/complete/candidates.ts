import type { Command, Option } from 'commander'
import { canonicalWords, typedNameOf } from '../command-aliases.js'
import { aliasSubcommands } from '../commands/alias-options-and-subcommands.js'
import { hiddenCommands, takesValue } from '../help-page.js'

export type Candidate = { readonly value: string; readonly about: string }

export type Lists = Readonly<Record<string, List>>
type List = readonly Candidate[] | (() => Promise<readonly Candidate[]>)

export async function candidates(
  program: Command,
  typed: readonly string[],
  equip: (command: Command) => Promise<void>,
  lists: Lists,
): Promise<readonly Candidate[]> {
  // Some shells split words at "=".
  const words = typed.filter((word, index) => word !== '=' || index === typed.length - 1)
  const before = canonicalWords(words.slice(0, -1), takesValue)
  const last = (words.at(-1) ?? '').replace(/^=$/, '')

  const { command, pending, operands } = await walk(program, before, equip)
  const inline = /^(--[\w-]+)=(.*)$/.exec(last)
  if (inline !== null) {
    const [, flag = '', begun = ''] = inline
    const option = optionOf(command, flag)
    return option === null
      ? []
      : begin(await valuesOf(option, lists), begun).map(({ value, about }) => ({ value: `${flag}=${value}`, about }))
  }
  if (pending !== null) return begin(await valuesOf(pending, lists), last)
  if (last.startsWith('-')) return begin(flagsOf(command), last)
  const below = aliasSubcommands(command.name()).map(([value, about]) => ({ value, about }))
  const names = command.commands
    // At the top level, hidden commands and those that have a place below another command are left out.
    .filter((known) => command !== program || isOffered(known.name()))
    .map((known) => ({ value: known.name(), about: known.description() }))
  const argument = command.registeredArguments[Math.min(operands, command.registeredArguments.length - 1)]
  const choices =
    argument === undefined ? [] : (ofChoices(argument.argChoices) ?? (await listed(lists[argument.name()])))
  return begin([...names, ...below, ...choices], last)
}

const isOffered = (name: string): boolean =>
  typedNameOf(name) === name && hiddenCommands.every(([hidden]) => hidden !== name)

async function walk(program: Command, words: readonly string[], equip: (command: Command) => Promise<void>) {
  let command = program
  let pending: Option | null = null
  let operands = 0
  for (const word of words) {
    if (pending !== null) {
      pending = null
      continue
    }
    if (word.startsWith('-')) {
      const option = word.includes('=') ? null : optionOf(command, word)
      pending = option !== null && (option.required || option.optional) ? option : null
      continue
    }
    const next: Command | undefined = command.commands.find((known) => known.name() === word)
    if (next === undefined) operands++
    else {
      if (command === program) await equip(next)
      command = next
    }
  }
  return { command, pending, operands }
}

const allOptions = (command: Command): Option[] => [
  ...command.options,
  ...(command.parent === null ? [] : allOptions(command.parent).filter(({ long }) => long !== '--version')),
]
const optionOf = (command: Command, flag: string): Option | null =>
  allOptions(command).find(({ long, short }) => flag === long || flag === short) ?? null

const flagsOf = (command: Command): Candidate[] => [
  ...allOptions(command).flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : [])),
  { value: '--help', about: 'show help' },
]

const valuesOf = async (option: Option, lists: Lists): Promise<readonly Candidate[]> =>
  ofChoices(option.argChoices) ?? (await listed(lists[option.attributeName()]))
const listed = async (list: List = []): Promise<readonly Candidate[]> =>
  typeof list === 'function' ? await list() : list
const ofChoices = (choices: readonly string[] | undefined) => choices?.map((value) => ({ value, about: '' }))

const begin = (all: readonly Candidate[], begun: string): Candidate[] =>
  all.filter(({ value }) => value.toLowerCase().startsWith(begun.toLowerCase()))
