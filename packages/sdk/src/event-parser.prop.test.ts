import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser } from './event-parser.js'

const word = fc.stringMatching(/^[a-z ]{1,12}$/)
const event = fc.record({
  type: word,
  id: fc.stringMatching(/^[\da-z]{1,8}$/),
  retryMs: fc.integer({ min: 0, max: 99_999 }),
  lines: fc.array(fc.oneof(word, fc.constant(''), fc.constant('наживо ✓ 🙂'), fc.constant('a: b')), {
    minLength: 1,
    maxLength: 4,
  }),
})
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

test('events are read the same wherever the stream is cut and however its lines end', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      lineEnd,
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (events, end, cuts) => {
        const text = events
          .map(({ type, id, retryMs, lines }) =>
            [
              ': a comment',
              `event: ${type}`,
              `id:${id}`,
              `retry: ${retryMs}`,
              ...lines.map((line) => `data: ${line}`),
              '',
              '',
            ].join(end),
          )
          .join('')
        const parser = createEventParser()
        const seen = []
        for (let from = 0; from < text.length; ) {
          const to = from + (cuts.next().value ?? 1)
          seen.push(...parser.read(text.slice(from, to)))
          from = to
        }
        expect(seen).toEqual(
          events.map(({ type, id, retryMs, lines }) => ({ type, id, retryMs, data: lines.join('\n') })),
        )
      },
    ),
    { seed: Number(process.env.SEED) },
  )
})

test('no text at all makes it throw or invent', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (pieces) => {
      const parser = createEventParser()
      for (const piece of pieces)
        for (const { data } of parser.read(piece)) expect(pieces.join('')).toContain(data.split('\n')[0])
    }),
    { seed: Number(process.env.SEED) },
  )
})
