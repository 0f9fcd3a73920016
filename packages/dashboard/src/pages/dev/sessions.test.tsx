import type { SessionList } from '@p2p-rates/contract'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/render-part.js'
import { apiOf } from '../../testing/test-services.js'
import { Sessions } from './sessions.js'

const session = {
  id: 'ses_1',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-21T10:05:00.000Z',
  ends_at: '2026-12-21T10:05:00.000Z',
  network: '203.0.113.x',
  is_current: true,
}
const list: SessionList = {
  sessions: [session, { ...session, id: 'ses_2', network: null, is_current: false }],
  recent_log_ins: [
    { attempted_at: '2026-11-21T09:12:00.000Z', network: '198.51.100.x', succeeded: false },
    { attempted_at: '2026-11-20T08:00:00.000Z', network: '203.0.113.x', succeeded: true },
  ],
}

const open = async (answer: SessionList = list) => {
  const refetch = vi.fn()
  const at = vi.fn(async () => undefined as never)
  const page = await renderPart(<Sessions asked={{ answer, isOld: false, error: null, refetch }} />, {
    api: apiOf(at),
  })
  const { container } = page
  const rows = (table: number) =>
    [...(container.querySelectorAll('table')[table]?.querySelectorAll('tbody tr') ?? [])].map(
      (row) => row.textContent ?? '',
    )
  const press = (text: string) =>
    page.actAndWait(() => {
      for (const one of container.querySelectorAll('button')) if (one.textContent === text) one.click()
    })
  return { place: container, again: refetch, at, rows, press }
}

test('sessions are listed with the one of this browser, which alone has no end of its own', async () => {
  const { place, rows } = await open()
  expect(rows(0)[0]).toContain('203.0.113.x this browser')
  expect(rows(0)[1]).toContain('unknown')
  expect([...place.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('button').length)).toEqual([
    0, 1, 0, 0,
  ])
})

test('the latest log-ins say which failed', async () => {
  const { rows } = await open()
  expect(rows(1).map((row) => row.includes('wrong password'))).toEqual([true, false])
})

test('one session ends, or all others, and the list is asked for again', async () => {
  const { at, again, press } = await open()
  await press('End')
  expect(at).toHaveBeenLastCalledWith('DELETE /sessions/{id}', {}, { params: { id: 'ses_2' } })
  await press('End all others')
  expect(at).toHaveBeenLastCalledWith('DELETE /sessions/others', {})
  expect(again).toHaveBeenCalledTimes(2)
})

test('without other sessions there are no others to end', async () => {
  const { place } = await open({ ...list, sessions: [session] })
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Log out everywhere'])
})
