import { expect, test } from 'vitest'
import { runProgram } from './program.js'
import { openTerminal } from './terminal.js'

const silent = { write: () => true }
const run = (line: string) =>
  runProgram(line.split(' '), {
    terminal: openTerminal({ out: silent, err: silent, inIsTty: false, environment: {} }),
    environment: {},
    folder: '.',
    whenInterrupted: () => {},
    exitWith: () => {},
    readInput: async () => '',
  })

test.each([
  [
    '--payment-method mono',
    "Unknown option '--payment-method'.",
    'It follows the command that it is for: p2p rates --payment-method',
  ],
  [
    '--method mono',
    "Unknown option '--method'.",
    'Did you mean --payment-method? It follows the command that it is for: p2p rates --payment-method',
  ],
  ['--fiat EUR orderbook', "Unknown option '--fiat'.", 'It follows the command that it is for: p2p ads --fiat'],
  ['--fiat=EUR', "Unknown option '--fiat=EUR'.", 'It follows the command that it is for: p2p rates --fiat'],
  ['-m mono', "Unknown option '-m'.", 'It follows the command that it is for: p2p rates -m'],
  [
    '--language uk',
    "Unknown option '--language'.",
    'It follows the command that it is for: p2p alerts create --language',
  ],
  [
    '--amonut 5',
    "Unknown option '--amonut'.",
    'Did you mean --amount? It follows the command that it is for: p2p quote --amount',
  ],
  ['--servr x', "Unknown option '--servr'.", 'Did you mean --server?'],
  ['--qqqqqqqq', "Unknown option '--qqqqqqqq'.", 'p2p --help shows what there is.'],
  ['rates --fait UAH', "Unknown option '--fait'.", 'Did you mean --fiat?'],
])('%s: where it belongs, or what was meant', async (line, message, hint) => {
  await expect(run(line)).rejects.toMatchObject({ exitCode: 2, message, hint })
})
