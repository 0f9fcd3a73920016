/*! The lists in common-passwords.json: @zxcvbn-ts/language-common 4.1.3, MIT. Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts */
import lists from './common-passwords.json' with { type: 'json' }

/** Most common leaked passwords of at least 10 characters, without those that `password-rules.ts` rejects anyway. */
export const commonPasswords = (): ReadonlySet<string> => (passwords ??= setOf(lists.passwords))

export const commonWords = (): ReadonlySet<string> => (words ??= setOf(lists.words))

let passwords: ReadonlySet<string> | null = null
let words: ReadonlySet<string> | null = null
const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))
