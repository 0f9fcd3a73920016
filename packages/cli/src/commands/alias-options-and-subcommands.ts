import { commandAliases } from '../command-aliases.js'
import { commandGroups } from '../help-page.js'

type AliasOption = { readonly flags: string; readonly about: string; readonly words: readonly string[] }

const abouts: ReadonlyMap<string, string> = new Map(
  commandGroups.flatMap(([, entries]): (readonly [string, string])[] => [...entries]),
)

const aliasesOf = (name: string) =>
  commandAliases.flatMap(([typed, meant]) => {
    const [command, first = '', second = ''] = typed.split(' ')
    return command === name ? [{ first, second, about: abouts.get(meant.split(' ')[0] ?? '') ?? '' }] : []
  })

export function aliasOptions(name: string): readonly AliasOption[] {
  const all = aliasesOf(name).filter(({ first }) => first.startsWith('--'))
  return [...new Set(all.map(({ first }) => first))].map((flag) => {
    const same = all.filter(({ first }) => first === flag)
    const words = same.flatMap(({ second }) => (second === '' || second.startsWith('<') ? [] : second))
    const place = words.length > 0 ? '<what>' : (same[0]?.second ?? '')
    return { flags: place === '' ? flag : `${flag} ${place}`, about: same.map(({ about }) => about).join('; '), words }
  })
}

export const aliasSubcommands = (name: string): readonly (readonly [word: string, about: string])[] =>
  aliasesOf(name).flatMap(({ first, about }) => (first.startsWith('--') ? [] : [[first, about] as const]))
