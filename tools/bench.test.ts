import { expect, test } from 'vitest'
import { parseBenchArgs } from '../bench/bench-args.js'

const benchmarks = [
  { name: 'http', goal: 'answers are fast' },
  { name: 'cycle', goal: 'reading is cheap' },
]
const asked = (...args: readonly string[]) => parseBenchArgs(args, benchmarks)

test('help and the list name every benchmark with its goal, and run none', () => {
  const goals = 'http   answers are fast\ncycle  reading is cheap'
  expect(asked('--list')).toEqual({ words: goals })
  for (const flag of ['--help', '-h']) expect(asked(flag, 'http')).toEqual({ words: expect.stringContaining(goals) })
})

test('all run that are named, or all that there are', () => {
  const [http, cycle] = benchmarks
  expect(asked()).toEqual({ run: [http, cycle], isJson: false })
  expect(asked('--json', 'cycle')).toEqual({ run: [cycle], isJson: true })
})

test('a name that is none runs nothing, and is answered with the nearest that is one', () => {
  expect(() => asked('http', 'cicle')).toThrow('there is no benchmark "cicle": did you mean "cycle"?')
  expect(() => asked('everything')).toThrow('there is no benchmark "everything"; pnpm bench --list names them')
  expect(() => asked('--quick')).toThrow("Unknown option '--quick'")
})
