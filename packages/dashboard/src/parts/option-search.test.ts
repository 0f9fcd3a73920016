import { expect, test } from 'vitest'
import { findOptions } from './option-search.js'

const options = [
  { value: 'UAH', label: 'UAH', note: 'Ukrainian hryvnia', aliases: ['гривня'] },
  { value: 'RON', label: 'RON', note: 'Romanian leu' },
  { value: 'monobank', label: 'Monobank', aliases: ['моно', 'mono bank'] },
  { value: 'a-bank', label: 'A-Bank', aliases: ['abank'] },
  { value: 'izibank', label: 'Izibank' },
]
const found = (typed: string) => findOptions(options, typed).map(({ value }) => value)

test.each([
  ['', ['UAH', 'RON', 'monobank', 'a-bank', 'izibank']],
  ['  ', ['UAH', 'RON', 'monobank', 'a-bank', 'izibank']],
  ['uah', ['UAH']],
  ['hryv', ['UAH']],
  ['гривня', ['UAH']],
  ['МОНО', ['monobank']],
  ['a bank', ['a-bank']],
  ['bank', ['monobank', 'a-bank', 'izibank']],
  ['ro', ['RON']],
  ['(.*)+', ['UAH', 'RON', 'monobank', 'a-bank', 'izibank']],
  ['paypal', []],
])('%j finds %j', (typed, values) => {
  expect(found(typed).toSorted()).toEqual(values.toSorted())
})

test('what begins with the text comes first', () => {
  expect(found('ab')[0]).toBe('a-bank')
  expect(found('mono')[0]).toBe('monobank')
})
