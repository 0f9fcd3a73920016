import { defaultPlans } from '@p2p-rates/contract'
import { usualExchanges } from '@p2p-rates/core/internal'
import { expect, test } from 'vitest'
import { aSession } from '../../testing/a-session.js'
import { makeBuiltPages } from '../../testing/built-pages.js'
import { createFakeClock } from '../../testing/fake-clock.js'
import { makeFolder } from '../../testing/make-folder.js'
import type { Visit } from '../page-routes.js'
import { openBuiltPages } from './built-pages.js'
import { createPageRenderer } from './page-renderer.js'

const account = { id: 'acc_1', plan: 'Free', limits: defaultPlans.Free } as const
const visitor = { kind: 'visitor', network: 'here', allowance: account } as const

const open = () => {
  const clock = createFakeClock()
  const asked: string[] = []
  const pages = createPageRenderer({
    exchanges: usualExchanges,
    built: openBuiltPages(makeBuiltPages(makeFolder())),
    startFiat: 'UAH',
    areOpen: true,
    isSimulated: () => false,
    publicUrl: undefined,
    clock,
  })
  let isFailing = false
  const fetchEmbedded = async (address: string) => {
    if (isFailing) throw new Error('locked')
    asked.push(address)
    return address === '/account' ? '{"email":"ann@example.com"}' : null
  }
  const show = async (path: string, viewer: Visit['viewer'] = visitor, more: Partial<Visit> = {}) => {
    asked.length = 0
    const { body } = await pages.renderPage({
      path,
      search: '',
      headers: {},
      viewer,
      fetchEmbedded,
      isOverLimit: false,
      ...more,
    })
    return { text: String(body), asked: [...asked] }
  }
  const fail = (isNow: boolean) => {
    isFailing = isNow
  }
  return { clock, show, fail }
}

test('visitors of one second share a page, and of the next one have another', async () => {
  const { clock, show } = open()
  const first = await show('/market/UAH')
  expect(first.asked).toContain('/rates?fiat=UAH&include=confidence')
  expect(await show('/market/UAH')).toEqual({ text: first.text, asked: [] })
  expect((await show('/market/EUR')).asked).toContain('/rates?fiat=EUR&include=confidence')
  expect((await show('/market/UAH', visitor, { headers: { 'accept-language': 'uk' } })).asked).toContain(
    '/rates?fiat=UAH&include=confidence',
  )
  clock.advance(1_000)
  const next = await show('/market/UAH')
  expect(next.asked).toContain('/rates?fiat=UAH&include=confidence')
  expect(next.text).not.toBe(first.text)
})

test('a page of one person is never cached', async () => {
  const { show } = open()
  const person = aSession(account)
  for (let time = 0; time < 2; time++) {
    const { asked, text } = await show('/market/UAH', person)
    expect(asked).toContain('/account')
    expect(text).toContain('ann@example.com')
  }
  expect((await show('/market/UAH')).text).not.toContain('ann@example.com')
})

test('beyond the limit of data a page comes without its first answers, and no other caller gets that page', async () => {
  const { show } = open()
  const isOverLimit = true
  expect((await show('/market/UAH', visitor, { isOverLimit })).asked).toEqual([])
  expect((await show('/market/UAH')).asked).toContain('/rates?fiat=UAH&include=confidence')
  const { asked, text } = await show('/market/UAH', aSession(account), { isOverLimit })
  expect(asked).toEqual(['/account'])
  expect(text).toContain('ann@example.com')
})

test('a page that could not be made is tried again at once', async () => {
  const { show, fail } = open()
  fail(true)
  await expect(show('/market/UAH')).rejects.toThrow('locked')
  fail(false)
  expect((await show('/market/UAH')).text).toContain('id="first"')
})

test('the guide of real exchanges is the built one', async () => {
  const { text } = await open().show('/docs/quick-start')
  expect(text).toContain('<title>Quick start</title><aside class="simulated" hidden>')
})
