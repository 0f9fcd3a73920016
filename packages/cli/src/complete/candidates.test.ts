import { Argument, Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { candidates, type Lists } from './candidates.js'

const program = () => {
  const root = new Command('p2p').version('1.0.0').option('--server <url>', 'where to ask').option('--json', 'as JSON')
  root
    .command('rates')
    .description('best prices')
    .addOption(new Option('-f, --fiat <code>', 'currency'))
    .addOption(new Option('--side <side>', 'what you do').choices(['buy', 'sell']))
    .addArgument(new Argument('[exchange]'))
  root.command('webhooks').description('callbacks').command('create').description('a new one')
  return root
}

const lists: Lists = {
  fiat: [
    { value: 'UAH', about: 'hryvnia' },
    { value: 'USD', about: 'dollar' },
    { value: 'EUR', about: 'euro' },
  ],
  exchange: async () => [{ value: 'okx', about: 'OKX' }],
}

const offered = async (...typed: string[]) => {
  const equipped: string[] = []
  const equip = async (command: Command) => void equipped.push(command.name())
  const found = await candidates(program(), typed, equip, lists)
  return { values: found.map(({ value }) => value), equipped }
}
const values = async (...typed: string[]) => (await offered(...typed)).values

describe('the last word', () => {
  test('begins a command, by its name', async () => {
    expect(await values('')).toEqual(['rates', 'webhooks'])
    expect(await values('we')).toEqual(['webhooks'])
    expect(await values('WE')).toEqual(['webhooks'])
    expect(await values('webhooks', '')).toEqual(['create', 'listen', 'trigger'])
    expect(await values('nothing', '')).toEqual(['rates', 'webhooks'])
  })

  test('begins an option of the command or of all commands, but no version below the root', async () => {
    expect(await values('rates', '--')).toEqual(['--fiat', '--side', '--server', '--json', '--help'])
    expect(await values('--v')).toEqual(['--version'])
    expect(await values('rates', '--v')).toEqual([])
  })

  test('is a value after an option that wants one, in any case', async () => {
    expect(await values('rates', '--fiat', 'u')).toEqual(['UAH', 'USD'])
    expect(await values('rates', '-f', '')).toEqual(['UAH', 'USD', 'EUR'])
    expect(await values('rates', '--side', 's')).toEqual(['sell'])
    expect(await values('rates', '--server', '')).toEqual([])
  })

  test('carries its option along where both are one word, also in shells that split at the sign', async () => {
    expect(await values('rates', '--side=b')).toEqual(['--side=buy'])
    expect(await values('rates', '--none=b')).toEqual([])
    expect(await values('rates', '--side', '=', 'b')).toEqual(['buy'])
    expect(await values('rates', '--side', '=')).toEqual(['buy', 'sell'])
  })

  test('is a value of an argument, asked for only then', async () => {
    expect(await values('rates', '')).toEqual(['okx'])
    expect(await values('rates', '--json', 'o')).toEqual(['okx'])
    expect(await values('rates', 'b')).toEqual([])
  })
})

test('a command gets its options once it is meant, and no other does', async () => {
  expect((await offered('rates', '--')).equipped).toEqual(['rates'])
  expect((await offered('ra')).equipped).toEqual([])
})
