import { defaultPlans, newBoard, type PricePage, type PriceRule, readBody, toRuleResponse } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.js'
import { renderPart } from '../../../testing/render-part.js'
import { apiOf } from '../../../testing/test-services.js'
import { emptyRuleForm, toRuleBody } from '../rule-form-values.js'
import { Boards } from './boards-page.js'

const ruleOf = (id: string, name: string, side: 'BUY' | 'SELL'): PriceRule => {
  const { name: _, last_good_seconds: __, ...fields } = toRuleBody({ ...emptyRuleForm, side })
  return toRuleResponse({ id, name, fields, lastGoodSeconds: 0, createdAtMs: 0 })
}
const rules = [ruleOf('ru_1', 'out', 'BUY'), ruleOf('ru_2', 'in', 'SELL')]

const board: PricePage = {
  id: 'bo_1',
  title: '"><b>Desk',
  rules: ['ru_2', 'ru_gone', 'ru_1'],
  language: 'uk',
  tz: 'Europe/Kyiv',
  theme: 'dark',
  accent: null,
  url: 'https://rates.example.com/board/bo_1',
  screen_url: 'https://rates.example.com/board/bo_1/screen',
  svg_url: 'https://rates.example.com/board/bo_1.svg',
  created_at: '2026-11-21T10:00:00.000Z',
}

type Others = { readonly others?: (address: string) => unknown; readonly own?: readonly PriceRule[] }

const open = async (boards: readonly PricePage[], { others = () => undefined, own = rules }: Others = {}) => {
  const at = vi.fn(async (address: string) => (address === 'GET /boards' ? { boards, limit: 20 } : others(address)))
  const page = await renderPart(<Boards rules={own} />, {
    api: apiOf(at),
  })
  const { container } = page
  const press = (text: string) =>
    page.actAndWait(() => {
      for (const one of container.querySelectorAll('button'))
        if ((one.getAttribute('aria-label') ?? one.textContent?.trim()) === text) one.click()
    })
  const asked = (address: string) => at.mock.calls.filter(([one]) => one === address)
  return { ...page, press, at, asked }
}

test('a board shows the same as to its readers, in its own order, and gives its HTML', async () => {
  const { container } = await open([board])
  expect([...container.querySelectorAll('tbody li')].map((line) => line.textContent)).toEqual([
    'in UAH, labelled “We buy USDT”',
    'out UAH, labelled “We sell USDT”',
  ])
  expect(container.querySelector('tbody')?.textContent).toContain('Українська, Europe/Kyiv, dark')
  const code = container.querySelector('pre')?.textContent
  expect(code).toContain(`<iframe src="${board.url}"`)
  expect(code).not.toContain('"><b>')
  const preview = container.querySelector<HTMLAnchorElement>('a[target=_blank]')
  expect([preview?.href, preview?.rel]).toEqual([board.url, 'noopener noreferrer'])
})

test('the other tab holds the picture', async () => {
  const { container, press } = await open([board])
  await press('Picture')
  expect(container.querySelector('pre')?.textContent).toContain(`<img src="${board.svg_url}"`)
})

test('a board is made of the rules in the order in which they are ticked, as the interface takes it', async () => {
  const { container, press, actAndWait, typeInto, at, asked } = await open([])
  expect(container.textContent).toContain('No boards yet.')
  await press('New board')
  await press('Create board')
  expect(container.querySelector('form')?.textContent).toContain('Give it a title.')
  await typeInto('form input', ' Our rates ')
  await press('Create board')
  expect(container.querySelector('[role=alert]')?.textContent).toBe('Tick at least one rule.')
  expect(asked('POST /boards')).toEqual([])
  for (const name of ['in', 'out'])
    await actAndWait(() => {
      for (const label of container.querySelectorAll('label.check'))
        if (label.querySelector('bdi')?.textContent === name) label.querySelector('input')?.click()
    })
  await press('Create board')
  const body = at.mock.calls.find(([address]) => address === 'POST /boards')?.slice(1)[0]
  expect(body).toMatchObject({
    title: 'Our rates',
    rules: ['ru_2', 'ru_1'],
    language: 'en',
    theme: 'auto',
    accent: null,
  })
  expect(readBody(newBoard, body, defaultPlans.Pro)).toMatchObject({ ok: true })
  expect(container.querySelector('form')).toBeNull()
  await expect.poll(() => asked('GET /boards').length).toBe(2)
})

test('a board is changed under its address: the form has its values, without deleted rules', async () => {
  const { container, press, actAndWait, typeInto, at, asked } = await open([board])
  await press('Edit the board "><b>Desk')
  expect(
    [...container.querySelectorAll<HTMLInputElement>('form input[type=checkbox]')].map((one) => one.checked),
  ).toEqual([true, true])
  await typeInto('form input', 'Downtown')
  await actAndWait(() => container.querySelector<HTMLInputElement>('form input[type=checkbox]')?.click())
  await press('Save board')
  expect(at.mock.calls.find(([address]) => address === 'PATCH /boards/{id}')).toEqual([
    'PATCH /boards/{id}',
    { title: 'Downtown', rules: ['ru_2'], language: 'uk', tz: 'Europe/Kyiv', theme: 'dark', accent: null },
    { params: { id: 'bo_1' } },
  ])
  expect(container.querySelector('form')).toBeNull()
  await expect.poll(() => asked('GET /boards').length).toBe(2)
})

test('a board is deleted only after the question, and the list is requested again', async () => {
  const { container, press, asked } = await open([board])
  await press('Delete the board "><b>Desk')
  expect(container.querySelector('dialog')?.textContent).toContain('pages that embed it')
  await press('Keep it')
  expect(asked('DELETE /boards/{id}')).toEqual([])
  await press('Delete the board "><b>Desk')
  await press('Delete board')
  expect(asked('DELETE /boards/{id}')).toEqual([['DELETE /boards/{id}', {}, { params: { id: 'bo_1' } }]])
  await expect.poll(() => asked('GET /boards').length).toBe(2)
})

test('a failed deletion is shown, and nothing is requested again', async () => {
  const { container, press, asked } = await open([board], {
    others: () => {
      throw new ApiError({ code: 'offline' })
    },
  })
  await press('Delete the board "><b>Desk')
  await press('Delete board')
  await expect.poll(() => container.querySelector('[role=alert]')?.textContent).toContain('No connection')
  expect(asked('GET /boards')).toHaveLength(1)
})

test('without a rule there is nothing to make a board of, and one that is left can still be deleted', async () => {
  const nothing = await open([], { own: [] })
  expect(nothing.container.textContent).toContain('Create a rule first.')
  const { container } = await open([board], { own: [] })
  expect(container.textContent).toContain('All of its rules were deleted.')
  expect([...container.querySelectorAll('button')].map((one) => one.textContent)).not.toContain('New board')
  expect([...container.querySelectorAll('button')].map((one) => one.textContent)).toContain('Delete')
})

test('the form shows the board that it makes, with the prices of now', async () => {
  const { container, press, actAndWait } = await open([], {
    others: (address) => (address === 'GET /rules/{id}/price' ? { value: 45.35, reason: null } : undefined),
  })
  await press('New board')
  expect(container.querySelector('.board-preview')?.textContent).toContain('Tick at least one rule.')
  for (const box of [0, 1])
    await actAndWait(() => container.querySelectorAll<HTMLInputElement>('form input[type=checkbox]')[box]?.click())
  await expect
    .poll(() => [...container.querySelectorAll('.board-preview li')].map((tile) => tile.textContent))
    .toEqual(['We sell USDT45.35UAH for 1 USDT', 'We buy USDT45.35UAH for 1 USDT'])
})

test('HTML of an address that only this machine reaches says so', async () => {
  const near = await open([{ ...board, url: 'http://127.0.0.1:8080/board/bo_1' }])
  expect(near.container.textContent).toContain('P2P_PUBLIC_URL')
  const far = await open([board])
  expect(far.container.textContent).not.toContain('P2P_PUBLIC_URL')
})
