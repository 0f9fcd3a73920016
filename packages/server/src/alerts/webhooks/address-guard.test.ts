import { describe, expect, test } from 'vitest'
import { isPublicAddress, isThisServer, urlDefect } from './address-guard.js'
import { createPostToReceiver } from './post-to-receiver.js'
import { allowedAddresses, deniedAddresses } from './testing/address-vectors.js'
import { openWebhooks } from './testing/open-webhooks.js'

describe('an address', () => {
  test('of the reference lists is judged right, all 58 and 14', () => {
    expect([deniedAddresses.length, allowedAddresses.length]).toEqual([58, 14])
    expect(deniedAddresses.filter(isPublicAddress)).toEqual([])
    expect(allowedAddresses.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  test('with a zone is never public', () => {
    expect(['fe80::1%eth0', '2606:4700:4700::1111%eth0', '8.8.8.8%1'].filter(isPublicAddress)).toEqual([])
  })

  test('at either end of a denied range is denied, and its neighbour outside is not', () => {
    for (const [first, last, before, after] of [
      ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
      ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
      ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
      ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
      ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
      ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
      ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
      ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
      ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
      ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
    ] as const) {
      expect([first, last].filter(isPublicAddress), first).toEqual([])
      expect(
        [before, after].filter((address) => !isPublicAddress(address)),
        first,
      ).toEqual([])
    }
  })
})

const isAllowed = (url: string, allowPrivate = false) => urlDefect(url, { allowPrivate }) === null

describe('a URL', () => {
  const receivers = [
    'https://hooks.example.com/p2p?team=1',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com./',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:1024/',
    'https://xn--80ak6aa92e.com/',
    'HTTPS://EXAMPLE.COM',
    'https://пример.рф/',
  ]
  test('may be a public receiver', () => expect(receivers.filter((url) => !isAllowed(url))).toEqual([]))

  const refused = [
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'data:text/plain,hi',
    'javascript:alert(1)',
    'wss://hooks.example.com/',
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://:secret@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:1023/',
    'https://hooks.example.com:3306/',
    'https://hooks.example.com:5432/',
    'https://hooks.example.com:6379/',
    'https://hooks.example.com:9200/',
    'https://hooks.example.com:11211/',
    'https://hooks.example.com:99999/',
    'https://intranet/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://nas.lan/',
    'https://kubernetes.default.svc/',
    'https://vault.service.consul/',
    'https://router.home.arpa/',
    'https://host..example.com/',
    'https://',
    'hooks.example.com',
    '',
    `https://hooks.example.com/${'a'.repeat(2_048)}`,
  ]
  test('may be none', () => expect(refused.filter((url) => isAllowed(url))).toEqual([]))

  test.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://user@hooks.example.com/', 'must not contain a user name or a password'],
    ['https://hooks.example.com/#part', 'must not contain a fragment (#)'],
    ['https://localhost/', expect.stringMatching(/^must name a public host/)],
    ['https://10.0.0.1/', expect.stringMatching(/^must name a public host/)],
    ['https://hooks.example.com:80/', expect.stringMatching(/^must have port 443, or a port above 1023/)],
    ['hooks.example.com', expect.stringMatching(/^must be a web address/)],
  ])('%s breaks a rule that is named', (url, rule) => expect(urlDefect(url, { allowPrivate: false })).toEqual(rule))

  test('may be private and plain where the operator says so, but never carries a password', () => {
    expect(isAllowed('http://127.0.0.1:8080/hook', true)).toBe(true)
    expect(isAllowed('http://user:secret@127.0.0.1:8080/hook', true)).toBe(false)
  })
})

describe('what we are called from outside', () => {
  const ours: readonly (readonly [own: string | undefined, url: string, isOurs: boolean])[] = [
    ['https://rates.example.com/', 'https://rates.example.com/hook', true],
    ['https://rates.example.com/', 'https://RATES.example.com.:443/api/v1/webhooks', true],
    ['https://rates.example.com/', 'https://rates.example.com:8443/hook', false],
    ['https://rates.example.com/', 'https://example.com/hook', false],
    ['https://example.com/p2p', 'https://example.com/p2p', true],
    ['https://example.com/p2p', 'https://example.com/p2p/api/v1/rates', true],
    ['https://example.com/p2p', 'https://example.com/p2phook', false],
    ['https://example.com/p2p', 'https://example.com/hook', false],
    ['https://198.51.100.7', 'https://198.51.100.7/hook', true],
    [undefined, 'https://rates.example.com/hook', false],
  ]
  test('is known by host, port and path', () =>
    expect(ours.filter(([own, url, isOurs]) => isThisServer(new URL(url), own) !== isOurs)).toEqual([]))

  test('is never a receiver, neither of a new webhook nor of one from before', async () => {
    let asked = 0
    const post = createPostToReceiver({
      resolve: async () => {
        asked += 1
        return []
      },
      allowPrivate: false,
      publicUrl: 'https://rates.example.com',
    })
    const hooks = await openWebhooks({ allowPrivate: false, publicUrl: 'https://rates.example.com', post })
    const url = 'https://rates.example.com/hook'
    await expect(hooks.create({ url })).rejects.toMatchObject({
      problem: {
        code: 'invalid_webhook_url',
        message: '`url` must not be an address of this server.',
        param: 'url',
      },
    })
    expect(await post(new URL(url), {}, '{}')).toEqual({ status: null, fault: 'no_public_address', retryAfter: null })
    expect(asked).toBe(0)
    await hooks.stop()
    hooks.remove()
  })
})
