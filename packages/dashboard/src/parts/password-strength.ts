/** As the server demands. */
export const shortestPassword = 10

export const isLongEnough = (password: string): boolean => [...password].length >= shortestPassword

export type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** Strength by length and repetition. Only the length is required. */
export function passwordStrength(password: string): Strength {
  const letters = [...password]
  if (!isLongEnough(password)) return 'short'
  const different = new Set(letters.map((letter) => letter.toLowerCase())).size
  const steps = letters.filter((letter, at) => isStep(letters[at - 1], letter)).length
  const worth = letters.length - steps
  if (different < 6 || worth < 8) return 'weak'
  return worth >= 16 && different >= 8 ? 'strong' : 'fair'
}

/** The same letter again, or the next one of a row such as 1234. */
function isStep(before: string | undefined, letter: string): boolean {
  if (before === undefined) return false
  const distance = (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(distance) <= 1
}
