import { type Convert, convert } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { allWords } from '../../testing/all-words.js'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { Converter } from './converter.js'
import { type CurrenciesState, currenciesRoute } from './route.js'

const answer = convert.example as Convert

const open = async (view: Partial<CurrenciesState>, told: Convert = answer) => {
  await allWords('en')
  const at = vi.fn(async (address: string, _question: unknown) =>
    address === 'GET /convert' ? told : { payment_methods: [] },
  )
  const type = vi.fn()
  const page = await renderPart(
    <Converter
      view={{ ...currenciesRoute.presets, from: 'UAH', to: 'EUR', amount: '20000', ...view }}
      choose={() => {}}
      type={type}
      version={1}
    />,
    { api: apiOf(at) },
  )
  await page.actAndWait(() => {})
  const facts = new Map(
    [...page.container.querySelectorAll('.facts dt')].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]),
  )
  return { ...page, at, type, facts }
}

test('the cost is shown leg by leg, in percent and in money', async () => {
  const cost = (amount: number, pct: number) => ({ amount, pct })
  const { facts } = await open(
    {},
    { ...answer, from: 'UAH', costs: { buy: cost(120, 0.6), transfer: cost(41, 0.21), sell: cost(-20, -0.1) } },
  )
  expect(facts.get('of which buying')).toBe('costs 0.60\u00a0%, 120 UAH')
  expect(facts.get('of which transfer')).toBe('costs 0.21\u00a0%, 41 UAH')
  expect(facts.get('of which selling')).toBe('gains 0.10\u00a0%, 20 UAH')
})

test('an answer of a server without legs shows the rest', async () => {
  const { facts } = await open({}, { ...answer, costs: null })
  expect(facts.has('of which buying')).toBe(false)
  expect(facts.has('Compared with both indices')).toBe(true)
})

test('asks with the reader’s own fee, which may be nothing', async () => {
  const { at, typeInto, type } = await open({ fee: '2.5' })
  expect(at).toHaveBeenCalledWith(
    'GET /convert',
    expect.objectContaining({ transfer_fee_usdt: 2.5 }),
    expect.anything(),
  )
  await typeInto('[aria-label="Transfer fee, in USDT"]', '0')
  expect(type).toHaveBeenLastCalledWith({ fee: '0' })
})
