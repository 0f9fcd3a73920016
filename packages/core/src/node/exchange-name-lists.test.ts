import { describe, expect, test } from 'vitest'
import { plainDictionary, plainExchange } from '../testing/plain-exchange.js'
import type { ExchangeConnection } from './exchange-connection.js'
import { createExchangeNameLists } from './exchange-name-lists.js'
import { manualPorts } from './testing/manual-ports.js'
import { faults } from './transport-faults.js'

const hour = 60 * 60 * 1000
const answerOf = (text: string) => ({ status: 200, contentType: 'application/json', retryAfter: null, text })
const monobank = answerOf('{"names":{"1":"Monobank"}}')

function start({ global = true, answers = [monobank] as (typeof monobank | null)[] } = {}) {
  const ports = manualPorts()
  const asked: string[] = []
  const exchange = plainExchange('a', { dictionary: plainDictionary(global) })
  const connection: ExchangeConnection = {
    exchange,
    fetchAndParse: async ({ request }, understand) => {
      asked.push(String(request.query?.fiat))
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? null
      return answer === null ? faults.network : understand(answer, ports.now())
    },
  }
  const dictionaries = createExchangeNameLists(connection, ports)
  const nameOf = async (fiat: string) => (await dictionaries.namesFor(fiat)).names.payments.get('1')
  return { ports, asked, dictionaries, nameOf }
}

describe('the names of an exchange', () => {
  test('are asked for once a day, however many need them at once', async () => {
    const { ports, asked, nameOf } = start()
    expect(await Promise.all(['UAH', 'EUR', 'UAH'].map(nameOf))).toEqual(['Monobank', 'Monobank', 'Monobank'])
    ports.pass(23 * hour)
    await nameOf('UAH')
    expect(asked).toHaveLength(1)
    ports.pass(hour)
    await Promise.all([nameOf('UAH'), nameOf('UAH')])
    expect(asked).toHaveLength(2)
  })

  test('are asked for per currency where the exchange lists them so', async () => {
    const { asked, nameOf } = start({ global: false })
    await Promise.all(['UAH', 'EUR', 'UAH'].map(nameOf))
    expect(asked).toEqual(['UAH', 'EUR'])
  })

  test('stay the last known ones while the exchange fails, and it is asked again after minutes', async () => {
    const { ports, asked, nameOf } = start({ answers: [monobank, null, answerOf('{"names":{"1":"monobank"}}')] })
    await nameOf('UAH')
    ports.pass(25 * hour)
    expect(await nameOf('UAH')).toBe('Monobank')
    expect(await nameOf('UAH')).toBe('Monobank')
    expect(asked).toHaveLength(2)
    ports.pass(5 * 60_000)
    expect(await nameOf('UAH')).toBe('monobank')
  })

  test('that an unchecked collector has read never replace other names, and are soon requested again', async () => {
    const lie = { ...answerOf('{"names":{"1":"Cash"}}'), remote: { checked: false, observedAtMs: 0 } }
    const first = start({ answers: [lie, monobank, lie] })
    expect(await first.nameOf('UAH')).toBe('Cash')
    first.ports.pass(5 * 60_000)
    expect(await first.nameOf('UAH')).toBe('Monobank')
    first.ports.pass(25 * hour)
    expect(await first.nameOf('UAH')).toBe('Monobank')
    expect(first.asked).toHaveLength(3)
  })

  test('are requested again within a minute if no collector was connected', async () => {
    const { ports, asked, dictionaries } = start({ answers: [{ ...answerOf('later'), status: 503 }] })
    await dictionaries.namesFor('UAH')
    ports.pass(20_000)
    await dictionaries.namesFor('UAH')
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['network', null],
    ['blocked', { ...monobank, status: 403 }],
    ['bad_response', answerOf('{"names":')],
    ['schema_drift', answerOf('{"names":[[1]]}')],
  ])('are empty when the first answer fails as %s, and say why', async (kind, answer) => {
    const { dictionaries } = start({ answers: [answer] })
    const { names, fault } = await dictionaries.namesFor('UAH')
    expect(names.payments.size).toBe(0)
    expect(fault).toMatchObject({ kind })
  })

  test('cost no request where ads carry them inline', async () => {
    const connection: ExchangeConnection = {
      exchange: plainExchange('a'),
      fetchAndParse: () => Promise.reject(new Error('asked')),
    }
    const known = await createExchangeNameLists(connection, manualPorts()).namesFor('UAH')
    expect(known.fault).toBeNull()
  })
})
