import { expect, test } from 'vitest'
import { en } from './en.js'
import { reasonFigureInWords } from './reason-figure-in-words.js'
import { uk } from './uk.js'

const english = (name: string) => new Map<string, string>(Object.entries(en)).get(name) ?? null
const ukrainian = (name: string) => new Map<string, string>(Object.entries(uk)).get(name) ?? null
const write = { price: String, percent: (value: number) => `${value} %` }

test('a reason about the price says by how much, and against what', () => {
  const outlier = { reason: 'price_outlier', against: 44.95, difference_pct: -7.9 }
  expect(reasonFigureInWords(english, outlier, write)).toBe('7.9 % below the market’s middle of 44.95.')
  expect(reasonFigureInWords(ukrainian, outlier, write)).toBe('На 7.9 % нижче за середину ринку, 44.95.')
  expect(reasonFigureInWords(english, { ...outlier, reason: 'isolated', difference_pct: 2 }, write)).toBe(
    '2 % above the next trusted prices, about 44.95.',
  )
})

test('a reason of a newer server has no sentence', () => {
  expect(reasonFigureInWords(english, { reason: 'of_the_future', against: 1, difference_pct: 1 }, write)).toBeNull()
})
