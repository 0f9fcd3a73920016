import { expect, test } from 'vitest'
import { runProgram } from './program.js'
import { openTerminal } from './terminal.js'

const silent = { write: () => true }
const run = (line: string) =>
  runProgram(line.split(' '), {
    terminal: openTerminal({ out: silent, err: silent, inIsTty: false, environment: {} }),
    environment: {},
    folder: '.',
    setInterruptHandler: () => {},
    setExitCode: () => {},
    sleep: async () => {},
    readInput: async () => '',
  })

test.each([
  [
    '--payment-method mono',
    "Unknown option '--payment-method'.",
    'It belongs after its command: p2p rates --payment-method',
  ],
  [
    '--method mono',
    "Unknown option '--method'.",
    'Did you mean --payment-method? It belongs after its command: p2p rates --payment-method',
  ],
  ['--fiat EUR orderbook', "Unknown option '--fiat'.", 'It belongs after its command: p2p ads --fiat'],
  ['--fiat=EUR', "Unknown option '--fiat=EUR'.", 'It belongs after its command: p2p rates --fiat'],
  ['-m mono', "Unknown option '-m'.", 'It belongs after its command: p2p rates -m'],
  ['--language uk', "Unknown option '--language'.", 'It belongs after its command: p2p alerts create --language'],
  [
    '--amonut 5',
    "Unknown option '--amonut'.",
    'Did you mean --amount? It belongs after its command: p2p quote --amount',
  ],
  ['--servr x', "Unknown option '--servr'.", 'Did you mean --server?'],
  ['--qqqqqqqq', "Unknown option '--qqqqqqqq'.", 'p2p --help lists commands.'],
  ['rates --fait UAH', "Unknown option '--fait'.", 'Did you mean --fiat?'],
])('%s: its place, or the probable meaning', async (line, message, hint) => {
  await expect(run(line)).rejects.toMatchObject({ exitCode: 2, message, hint })
})
