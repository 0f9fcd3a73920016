import { createRandom } from '../random.js'

export type Invent = (text: string) => string

/**
 * Replaces texts with invented ones of the same length and kinds of characters. Equal texts get equal replacements, and
 * only the shape of a text affects its replacement.
 */
export function createInvention(): Invent {
  const { pick } = createRandom(1)
  const invented = new Map<string, string>()
  const taken = new Set<string>()

  const inventCharacter = (character: string, index: number): string => {
    if (/[\s!-/:-@[-`{-~]/.test(character)) return character
    if (/\d/.test(character)) return pick(index === 0 ? digits.slice(1) : digits)
    if (!/\p{L}/u.test(character) || character.length > 1) return character.length > 1 ? '🙂' : 'x'
    const letters = pick(/\p{Script=Cyrillic}/u.test(character) ? cyrillic : latin)
    return /\p{Lu}/u.test(character) ? letters.toUpperCase() : letters
  }

  return (text) => {
    const before = invented.get(text)
    if (before !== undefined) return before
    let made = text
    for (let attempt = 0; attempt < maxAttempts && (made === text || taken.has(made)); attempt++)
      made = [...text].map(inventCharacter).join('')
    invented.set(text, made)
    taken.add(made)
    return made
  }
}

/** Texts of one letter soon run out of unused replacements. */
const maxAttempts = 20
const digits = [...'0123456789']
const latin = [...'abcdefghijklmnopqrstuvwxyz']
const cyrillic = [...'абвгдежзиклмнопрстуфхцчшю']
