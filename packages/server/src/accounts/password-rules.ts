import { ApiError } from '../base/errors/api-error.js'
import { commonPasswords, commonWords } from './common-passwords.js'

/** Refuses what guessers try first: the commonest passwords, rows such as 1234567890, and the address of the account. */
export function rejectCommonPassword(
  password: string,
  { email, param }: { readonly email: string | undefined; readonly param: 'password' | 'new_password' },
): void {
  const plain = password.normalize('NFKC').toLowerCase().trim()
  if (email !== undefined && isOwnAddress(plain, email))
    throw refusal(param, 'Your password may not be your e-mail address: guessers try it first.')
  if (isCommon(plain)) throw refusal(param, 'This password is among the first that guessers try. Choose another one.')
}

const refusal = (param: string, message: string) => new ApiError({ code: 'common_password', message, param })

function isOwnAddress(plain: string, email: string): boolean {
  const [name = '', domain = ''] = email.split('@')
  return plain === email || [email, name, domain].some((part) => wordIn(part) !== '' && wordIn(plain) === wordIn(part))
}

function isCommon(plain: string): boolean {
  const word = wordIn(plain)
  return commonPasswords().has(plain) || isCommonWord(word) || isRow(plain) || isRepeated(plain)
}

/** One of the common words, also written twice or with digits in the place of letters. */
function isCommonWord(word: string): boolean {
  const plain = word.replace(/[013457@$]/g, (sign) => lookalikes[sign] ?? sign)
  const half = plain.slice(0, plain.length / 2)
  return [word, plain].some((each) => commonWords().has(each)) || (half + half === plain && commonWords().has(half))
}

const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

const wordIn = (plain: string): string => plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./'].flatMap(
  (row) => [row, [...row].reverse().join('')],
)
const columns = '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/'

/** True if all of it is made of rows of at least three neighbours, or of columns of the keyboard. */
function isRow(plain: string): boolean {
  if (columns.includes(plain) || [...columns].reverse().join('').includes(plain)) return true
  let at = 0
  while (at < plain.length) {
    const length = longestRowAt(plain, at)
    if (length < 3) return false
    at += length
  }
  return plain.length > 0
}

function longestRowAt(plain: string, at: number): number {
  let length = 0
  while (at + length < plain.length && rows.some((row) => row.includes(plain.slice(at, at + length + 1)))) length += 1
  return length
}

/** True if one to four characters repeat until the end: aaaaaaaaaa, 1212121212, abcdabcdabcd. */
function isRepeated(plain: string): boolean {
  return [1, 2, 3, 4].some((size) => {
    const part = plain.slice(0, size)
    return plain.length > size && part.repeat(Math.ceil(plain.length / size)).startsWith(plain)
  })
}
