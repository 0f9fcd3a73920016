import { expect, test } from 'vitest'
import { allWords } from '../testing/all-words.js'
import type { Dictionary, Key } from './dictionary.js'
import { en } from './en.js'
import { chooseLanguage, languages } from './languages.js'
import { createTranslator } from './translator.js'

const keys = Object.keys(en) as Key[]
const textsOf = (words: Dictionary, key: Key): readonly string[] => {
  const found = words[key]
  return typeof found === 'string' ? [found] : Object.values(found)
}
const slotsOf = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join()

test.each(languages)('%s has every sentence, no other, and the same slots in each', async (language) => {
  const words = await allWords(language)
  expect(Object.keys(words).toSorted()).toEqual(keys.toSorted())
  for (const key of keys) {
    const [expected = ''] = textsOf(en, key)
    for (const text of textsOf(words, key))
      expect({ key, slots: slotsOf(text) }).toEqual({ key, slots: slotsOf(expected) })
  }
})

test.each(languages)('%s has every form that its numbers ask for, and no others', async (language) => {
  const words = await allWords(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const plurals = keys.filter((key) => typeof en[key] !== 'string')
  expect(plurals.length).toBeGreaterThan(1)
  for (const key of plurals) expect({ key, forms: Object.keys(words[key]).toSorted() }).toEqual({ key, forms })
})

test('every sentence stands in one file', () => {
  const files = import.meta.glob<Record<string, Record<string, unknown>>>(['./en/*.ts', '!./en/prices.ts'], {
    eager: true,
  })
  const keys = Object.values(files).flatMap((file) => Object.values(file).flatMap((area) => Object.keys(area)))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('no sentence is empty or keeps a blank at its end', async () => {
  for (const language of languages) {
    const words = await allWords(language)
    expect(keys.filter((key) => textsOf(words, key).some((text) => text === '' || text !== text.trim()))).toEqual([])
  }
})

test('numbers choose their form, and are grouped as the language groups them', async () => {
  const ukrainian = createTranslator(await allWords('uk'), 'uk')
  expect([1, 2, 5, 1.5, 21].map((n) => ukrainian.t('count.trades', { n }))).toEqual([
    '1 угода',
    '2 угоди',
    '5 угод',
    '1,5 угоди',
    '21 угода',
  ])
  expect(createTranslator(en, 'en').t('count.ads', { n: 12_345 })).toBe('12,345 ads')
})

test('the reader’s own choice comes before what the server found out, and unknown languages fall back to English', () => {
  expect(chooseLanguage('uk', 'en')).toBe('uk')
  expect(chooseLanguage(null, 'uk-UA')).toBe('uk')
  expect(chooseLanguage('tlh', undefined)).toBe('en')
})

test('Ukrainian has one word for confidence', async () => {
  const texts = Object.values(await allWords('uk')).flatMap((text) =>
    typeof text === 'string' ? [text] : Object.values(text),
  )
  expect(texts.filter((text) => /(в|у)певнен|певність/i.test(text))).toEqual([])
})
