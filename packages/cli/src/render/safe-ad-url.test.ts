import { exchanges, readPage } from '@p2p-rates/core'
import { contextOf, pagesOf } from '@p2p-rates/core/testing'
import { expect, test } from 'vitest'
import { followsLinks, linked } from './hyperlinks.js'
import { safeAdUrl } from './safe-ad-url.js'

test.each(exchanges)('every recorded address of an ad on $name is followed', (exchange) => {
  for (const page of pagesOf(exchange.id)) {
    const reading = readPage(exchange, page.text, contextOf(exchange, page))
    const ads = reading.state === 'read' ? reading.ads : []
    for (const { url } of ads) expect.soft(safeAdUrl(exchange.id, url), page.file).toBe(url)
  }
})

test('an address elsewhere than on OKX is no address of an ad on OKX', () => {
  for (const url of [
    'http://www.okx.com/p2p',
    'https://www.okx.com.evil.example/p2p',
    'https://evilokx.com/p2p',
    'https://okx.com@evil.example/p2p',
    'https://user:word@www.okx.com/p2p',
    'https://www.okx.com:8443/p2p',
    'https://www.binance.com/p2p',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '-h',
    '',
    null,
  ])
    expect.soft(safeAdUrl('okx', url), `${url}`).toBe(null)
})

test('an unknown exchange has no name', () => {
  expect(safeAdUrl('evil', 'https://www.evil.com/')).toBe(null)
})

test('a link holds nothing that a terminal would obey', () => {
  const url = safeAdUrl('okx', 'https://www.okx.com/\x1b]8;;\x07\x9b2J\u202e') ?? ''
  expect(url).toMatch(/^[\x21-\x7e]+$/)
  expect(linked('Desk', url)).toBe(`\x1b]8;;${url}\x1b\\Desk\x1b]8;;\x1b\\`)
})

test('links are for terminals that follow them', () => {
  for (const [environment, follows] of [
    [{}, false],
    [{ TERM: 'xterm-256color' }, false],
    [{ TERM_PROGRAM: 'iTerm.app' }, true],
    [{ TERM_PROGRAM: 'WezTerm' }, true],
    [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{ VTE_VERSION: '6800' }, true],
    [{ VTE_VERSION: '4800' }, false],
    [{ WT_SESSION: 'x' }, true],
    [{ TERM: 'xterm-kitty' }, true],
    [{ TERM: 'screen-256color', VTE_VERSION: '6800' }, false],
    [{ TERM: 'dumb', FORCE_HYPERLINK: '1' }, true],
    [{ VTE_VERSION: '6800', FORCE_HYPERLINK: '0' }, false],
  ] as const)
    expect.soft({ environment, follows: followsLinks(environment) }).toEqual({ environment, follows })
})
