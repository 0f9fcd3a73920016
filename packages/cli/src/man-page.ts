import type { Command } from 'commander'
import { typedNameOf } from './command-aliases.js'
import { helpExamples } from './commands/help-examples.js'
import {
  asTyped,
  type CommandName,
  commandGroups,
  firstSteps,
  hiddenCommands,
  optionGroups,
  summary,
  version,
} from './help-page.js'
import { topics } from './help-topics.js'

type Entry = readonly [term: string, about: string]

export async function manPage(program: Command, equip: (command: Command) => Promise<void>): Promise<string> {
  const chapters = await Promise.all(
    program.commands.filter(isShown).map(async (command) => {
      // The running command is equipped already.
      if (command.options.length + command.commands.length + command.registeredArguments.length === 0)
        await equip(command)
      return chapterOf(command, `p2p ${typedNameOf(command.name())}`, false)
    }),
  )
  return [
    `.TH P2P 1 "" "p2p ${version}" "p2p-rates"`,
    '.SH NAME',
    `p2p \\- ${escaped(summary)}`,
    '.SH SYNOPSIS',
    '.B p2p',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    'To begin with:',
    ...firstSteps.flatMap(entry),
    '.SH COMMANDS',
    ...commandGroups.flatMap(([heading, entries]) => [
      `.SS ${escaped(heading.replace(/:$/, ''))}`,
      ...entries.map(asTyped).flatMap(entry),
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...optionGroups.flatMap(([heading, entries]) => [
      `.SS ${escaped(heading.replace(/:$/, ''))}`,
      ...entries.flatMap(entry),
    ]),
    '.SH EACH COMMAND',
    ...chapters.flat(),
    ...[...topics].flatMap(([name, { about, entries }]) => [
      `.SH ${name.replace('-', ' ').toUpperCase()}`,
      escaped(about),
      ...entries.flatMap(entry),
    ]),
    '',
  ].join('\n')
}

function chapterOf(command: Command, name: string, isBelow: boolean): string[] {
  const help = command.createHelp()
  const about = help.commandDescription(command)
  const shown = helpExamples[command.name() as CommandName]
  return [
    `.SS ${escaped(`${name} ${command.usage()}`)}`,
    ...(about === '' ? [] : [escaped(about)]),
    ...help
      .visibleArguments(command)
      .flatMap((argument) => entry([help.argumentTerm(argument), help.argumentDescription(argument)])),
    ...help
      .visibleOptions(command)
      .flatMap((option) => entry([help.optionTerm(option), help.optionDescription(option)])),
    ...(isBelow || shown === undefined ? [] : example(shown)),
    ...command.commands.flatMap((sub) => chapterOf(sub, `${name} ${sub.name()}`, true)),
  ]
}

const isShown = (command: Command): boolean => hiddenCommands.every(([name]) => name !== command.name())

const entry = ([term, about]: Entry): string[] => ['.TP', `.B ${escaped(term)}`, escaped(about)]
const example = (lines: readonly string[]): string[] => ['.PP', '.EX', ...lines.map((line) => escaped(line)), '.EE']

/** Escapes a leading dot or quote, which would be a request, and hyphens, which are drawn as another sign. */
const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/, '\\&$1')
