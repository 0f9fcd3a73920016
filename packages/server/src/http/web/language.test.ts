import { expect, test } from 'vitest'
import { languageOf, readerLanguage } from './language.js'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['uk', 'uk'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
  ['en-GB, uk;q=0.9', 'en'],
  ['de-DE, uk;q=0.7, en;q=0.3', 'uk'],
  ['UK', 'uk'],
  ['uk;q=0, en;q=0.1', 'en'],
  ['uk;q=2', 'en'],
  ['uk;q=x', 'uk'],
  ['ukr, fr', 'en'],
  ['*', 'en'],
  [`${'de,'.repeat(1_000)}uk`, 'en'],
])('who sends %j as Accept-Language reads %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test.each([
  ['p2p-language=uk', 'uk'],
  ['a=b; p2p-language=uk; c=d', 'uk'],
  ['p2p-language=de', 'en'],
  ['not-p2p-language=uk', 'en'],
  ['p2p-language=ukr', 'en'],
])('with the cookie %j a browser in English reads %s', (cookie, language) => {
  expect(readerLanguage({ cookie, 'accept-language': 'en' })).toBe(language)
})
