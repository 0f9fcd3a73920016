import { nearestWord } from '@p2p-rates/core/internal'
import type { Command } from 'commander'
import { canonicalWords, typedNameOf } from './command-aliases.js'
import { say } from './words/say.js'

type Place = { readonly flag: string; readonly command: string }

/** Hint for an option before the command that isn't common to all commands; `isTyped`: spelled as typed. Null if there is none. */
export async function hintForMisplaced(
  typed: string,
  {
    program,
    words,
    configure,
  }: { program: Command; words: readonly string[]; configure: (command: Command) => Promise<void> },
): Promise<{ readonly text: string; readonly isTyped: boolean } | null> {
  for (const command of program.commands) await configure(command)
  const names = words.map((word) => canonicalWords([word], () => false)[0])
  const called = program.commands.filter((command) => names.includes(command.name()))
  const isBelow = (command: Command) => typedNameOf(command.name()) !== command.name()
  const others = [...program.commands.filter((one) => !isBelow(one)), ...program.commands.filter(isBelow)]
  const places = [...called, ...others].flatMap((command) => placesIn(command, `p2p ${typedNameOf(command.name())}`))
  const flag = flagMeant(typed, [...new Set(places.map((place) => place.flag))])
  const place = places.find((one) => one.flag === flag)
  if (place === undefined) return null
  const slots = { command: place.command, flag: place.flag }
  const isTyped = place.flag === typed
  const text = isTyped
    ? say('It belongs after its command: {command} {flag}', slots)
    : say('Did you mean {flag}? It belongs after its command: {command} {flag}', slots)
  return { text, isTyped }
}

const placesIn = (command: Command, name: string): readonly Place[] => [
  ...command.options.flatMap(({ long, short }) =>
    [long, short].flatMap((flag) => (flag ? [{ flag, command: name }] : [])),
  ),
  ...command.commands.flatMap((sub) => placesIn(sub, `${name} ${sub.name()}`)),
]

/** The flag itself, one that ends so (`--method` of `--payment-method`), or the nearest. */
const flagMeant = (typed: string, flags: readonly string[]): string | null =>
  flags.find((flag) => flag === typed) ??
  flags.find((flag) => typed.startsWith('--') && flag.endsWith(typed.slice(1))) ??
  nearestWord(typed, flags)
