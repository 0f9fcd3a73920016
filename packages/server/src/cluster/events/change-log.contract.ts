import { expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { type ChangeLog, type LogGap, type LoggedChange, logBeginning } from './change-log.js'

/** Position read before write times were recorded. */
const at = (seq: number) => ({ seq, writtenUs: 0 })

function changesIn(read: readonly LoggedChange[] | LogGap): readonly LoggedChange[] {
  if (typeof read === 'string') throw new Error(`Changes are ${read}.`)
  return read
}

export const changeLogContract = (openTwo: OpenTwo<ChangeLog>) => {
  test('every reader gets all events in one order, from any start', async () => {
    const [one, other] = await openTwo()
    expect([await one.head(), await one.changesSince(logBeginning, 10)]).toEqual([logBeginning, []])
    expect([await one.append('a'), await other.append('ü "\n'), await one.append('c')]).toEqual([1, 2, 3])
    for (const log of [one, other]) {
      expect(await log.head()).toMatchObject({ seq: 3 })
      expect(changesIn(await log.changesSince(logBeginning, 10)).map(({ text }) => text)).toEqual(['a', 'ü "\n', 'c'])
      expect(await log.changesSince(at(1), 1)).toMatchObject([{ seq: 2, text: 'ü "\n' }])
      expect(await log.changesSince(at(3), 10)).toEqual([])
    }
  })

  test('a reader misses no event while many write', async () => {
    const both = await openTwo()
    const texts = Array.from({ length: 60 }, (_, index) => `change ${index}`)
    const read: string[] = []
    let seen = 0
    const readOn = async () => {
      for (const { seq, text } of changesIn(await both[0].changesSince(at(seen), 7))) {
        expect(seq).toBe(seen + 1)
        seen = seq
        read.push(text ?? '')
      }
    }
    const writing = Promise.all(texts.map((text, index) => (both[index % 2] ?? both[0]).append(text)))
    while (read.length < texts.length) await readOn()
    await writing
    expect(read.toSorted()).toEqual(texts.toSorted())
  })

  test('a known event is read without its text, in its place in the order', async () => {
    const [one, other] = await openTwo()
    await one.append('a')
    await one.appendState('UAH', 'b')
    await other.append('c')
    const read = await one.changesSince(logBeginning, 10, [2])
    expect(changesIn(read).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'a'],
      [2, null],
      [3, 'c'],
    ])
  })

  test('for a stateful event only the newest is kept, and replaces the earlier', async () => {
    const [one, other] = await openTwo()
    await one.appendState('UAH', 'first')
    await other.append('between')
    await other.appendState('UAH', 'second')
    await one.appendState('EUR', 'only')
    const texts = async () => changesIn(await one.changesSince(logBeginning, 10)).map(({ seq, text }) => [seq, text])
    expect(await texts()).toEqual([
      [1, null],
      [2, 'between'],
      [3, 'second'],
      [4, 'only'],
    ])
    await one.keepNewest(0)
    const states = await other.states()
    expect(states.map(({ seq, text }) => [seq, text])).toEqual([
      [3, 'second'],
      [4, 'only'],
    ])
    for (const { ageMs } of states) expect(ageMs).toBeGreaterThanOrEqual(0)
  })

  test('the place of another change is no place of this log, also when nothing behind it is kept', async () => {
    const [one, other] = await openTwo()
    for (const text of ['a', 'b', 'c']) await one.append(text)
    const place = await one.head()
    const another = { ...place, writtenUs: place.writtenUs - 1 }
    expect([await other.changesSince(place, 10), await other.changesSince(another, 10)]).toEqual([[], 'lost'])
    await one.append('d')
    expect(changesIn(await other.changesSince(place, 10)).map(({ text }) => text)).toEqual(['d'])
    expect(await other.changesSince(another, 10)).toBe('lost')
    await one.keepNewest(1)
    expect(changesIn(await other.changesSince(place, 10)).map(({ text }) => text)).toEqual(['d'])
    expect(await other.changesSince(another, 10)).toBe('lost')
  })

  test('a reader behind the kept log gets a resync, and so does one ahead of it', async () => {
    const [log] = await openTwo()
    for (const text of ['a', 'b', 'c', 'd']) await log.append(text)
    await log.keepNewest(2)
    expect(await log.head()).toMatchObject({ seq: 4 })
    expect([await log.changesSince(logBeginning, 10), await log.changesSince(at(1), 10)]).toEqual([
      'forgotten',
      'forgotten',
    ])
    expect(changesIn(await log.changesSince(at(2), 10)).map(({ text }) => text)).toEqual(['c', 'd'])
    expect(await log.changesSince(at(5), 10)).toBe('lost')
    await log.keepNewest(0)
    expect([await log.changesSince(at(3), 10), await log.changesSince(at(4), 10), await log.append('e')]).toEqual([
      'forgotten',
      [],
      5,
    ])
  })
}
