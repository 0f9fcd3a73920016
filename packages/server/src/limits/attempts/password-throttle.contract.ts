import { describe, expect, test } from 'vitest'
import type { OpenTwo } from '../../testing/either-of.js'
import { hostileNames } from '../testing/hostile-names.js'
import type { PasswordThrottle, ThrottleReply } from './password-throttle.js'

export const passwordThrottleContract = (name: string, openTwo: OpenTwo<PasswordThrottle>) =>
  describe(`wrong passwords ${name}`, () => {
    const setUp = async () => {
      const both = await openTwo()
      let turn = 0
      const begin = async (network: string, email: string) =>
        both[turn++ % 2 === 0 ? 0 : 1].reserveAttempt(network, email)
      const isHeard = async (network: string, email: string) => 'wasRight' in (await begin(network, email))
      return { both, begin, isHeard }
    }

    test('are allowed ten times from one network, for any addresses', async () => {
      const { isHeard } = await setUp()
      for (let guess = 0; guess < 10; guess++) expect(await isHeard('here', `${guess}@example.com`)).toBe(true)
      for (let time = 0; time < 3; time++) expect(await isHeard('here', 'new@example.com')).toBe(false)
      expect(await isHeard('there', 'new@example.com')).toBe(true)
    })

    test('are allowed five times for one address from one network, and lock no other network out', async () => {
      const { isHeard } = await setUp()
      for (let guess = 0; guess < 5; guess++) expect(await isHeard('here', 'ann@example.com')).toBe(true)
      for (let time = 0; time < 3; time++) expect(await isHeard('here', 'ann@example.com')).toBe(false)
      expect([await isHeard('elsewhere', 'ann@example.com'), await isHeard('here', 'bob@example.com')]).toEqual([
        true,
        true,
      ])
    })

    test('do not lock out a network that is remembered from an earlier run', async () => {
      const { both, isHeard } = await setUp()
      for (const server of both) server.remember('at home', 'ann@example.com')
      for (let guess = 0; guess < 50; guess++) expect(await isHeard(`net ${guess}`, 'ann@example.com')).toBe(true)
      expect([await isHeard('new', 'ann@example.com'), await isHeard('at home', 'ann@example.com')]).toEqual([
        false,
        true,
      ])
    })

    test('for one address from everywhere lock out unknown networks alone, never a network that has logged in', async () => {
      const { begin, both, isHeard } = await setUp()
      for (const server of both) wasRight(await server.reserveAttempt('at home', 'ann@example.com'))
      for (let guess = 0; guess < 50; guess++) expect(await isHeard(`net ${guess}`, 'ann@example.com')).toBe(true)
      for (let time = 0; time < 3; time++) expect(await isHeard('new', 'ann@example.com')).toBe(false)
      expect(await begin('at home', 'ann@example.com')).toMatchObject({ isKnown: true })
    })

    test('are allowed thirty times from one IPv6 site, for any number of networks', async () => {
      const { isHeard } = await setUp()
      const from = (number: number, site = '2001:db8:7:') => `${site}${number.toString(16)}::/64`
      for (let guess = 0; guess < 30; guess++) expect(await isHeard(from(guess), `${guess}@example.com`)).toBe(true)
      expect(await isHeard(from(99), 'new@example.com')).toBe(false)
      expect(await isHeard(from(99, '2001:db8:8:'), 'new@example.com')).toBe(true)
    })

    test('that are refused count nowhere, and free no one: the lock stays as it is', async () => {
      const { begin, isHeard } = await setUp()
      for (let guess = 0; guess < 10; guess++) await isHeard('here', `${guess}@example.com`)
      for (let time = 0; time < 100; time++) expect(await isHeard('here', `other ${time}@example.com`)).toBe(false)
      for (let time = 0; time < 5; time++) expect(await isHeard('there', 'other 1@example.com')).toBe(true)
      const refused = await begin('here', 'new@example.com')
      if (!('waitSeconds' in refused)) throw new Error('That was one too many.')
      expect(refused.waitSeconds).toBeGreaterThan(890)
      expect(refused.waitSeconds).toBeLessThanOrEqual(900)
    })

    test('do not count if they were not judged', async () => {
      const { begin } = await setUp()
      for (let time = 0; time < 20; time++)
        await expect
          .poll(async () => {
            const hearing = await begin('here', 'ann@example.com')
            if ('waitSeconds' in hearing) return false
            hearing.takeBack()
            return true
          })
          .toBe(true)
    })

    test('that come at once are not more', async () => {
      const { begin } = await setUp()
      const crowd = await Promise.all(Array.from({ length: 60 }, () => begin('here', 'ann@example.com')))
      expect(crowd.filter((hearing) => 'wasRight' in hearing)).toHaveLength(5)
    })

    test('are none of the right ones, which only take a place while they are judged', async () => {
      const { begin, isHeard } = await setUp()
      const begun = await Promise.all(Array.from({ length: 5 }, () => begin('here', 'ann@example.com')))
      expect(await isHeard('here', 'ann@example.com')).toBe(false)
      for (const hearing of begun) wasRight(hearing)
      for (let time = 0; time < 20; time++)
        await expect
          .poll(async () => {
            const hearing = await begin('here', 'ann@example.com')
            return 'wasRight' in hearing && wasRight(hearing)
          })
          .toBe(true)
    })

    test('are counted for each network and address apart, whatever they are called', async () => {
      const { isHeard } = await setUp()
      for (const name of hostileNames) expect(await isHeard(`from ${name}`, name)).toBe(true)
    })
  })

export function wasRight(hearing: ThrottleReply): true {
  if (!('wasRight' in hearing)) throw new Error('It was not heard.')
  hearing.wasRight()
  return true
}
