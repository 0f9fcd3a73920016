import { expect, test } from 'vitest'
import { commonPasswords, commonWords } from './common-passwords.js'
import { rejectCommonPassword } from './password-rules.js'

const judge = (password: string, email = 'ann.smith@example.com') => {
  try {
    rejectCommonPassword(password, { email, param: 'password' })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  'password12',
  'Password2026!',
  'p4ssw0rd123',
  '1234567890',
  '0987654321',
  'aaaaaaaaaa',
  'abcabcabcabc',
  'qwertyuiop',
  'qwerty12345',
  '1qaz2wsx3edc',
  'q1w2e3r4t5',
  'passwordpassword',
  '!!monkey2026!!',
  'Basketball',
  'abcdefghijkl',
])('guessers try %s first, so it is refused', (password) => {
  expect(judge(password)).toContain('Choose another one')
})

test.each(['ann.smith@example.com', 'Ann.Smith2026', 'example.com1', '123ann.smith!'])(
  'the own address is no password: %s',
  (password) => {
    expect(judge(password)).toContain('e-mail address')
  },
)

test.each([
  'correct horse battery',
  'a long password',
  'пароль для роботи',
  'Zx8-kq2-Mv7-po',
  'summer in Lviv',
  'annexation!',
])('an uncommon password is accepted: %s', (password) => {
  expect(judge(password)).toBeNull()
})

test('each password and word of the lists is refused, in capitals, too', () => {
  expect(commonPasswords().size + commonWords().size).toBeGreaterThan(2_500)
  for (const password of commonPasswords()) expect([password, judge(password.toUpperCase())]).not.toContain(null)
  for (const word of commonWords()) expect([word, judge(`${word}123456`)]).not.toContain(null)
})
