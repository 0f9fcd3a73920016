import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.js'
import { createLiveConnection, type LiveState } from './stream-or-poll-connection.js'

function openScene() {
  let nowMs = 0
  let waiting: { readonly atMs: number; readonly act: () => void }[] = []
  const states: LiveState[] = []
  const streams: { heard: () => void; end: () => void; fail: (error: unknown) => void; isOver: () => boolean }[] = []
  const polls: { answer: () => void; fail: (error: unknown) => void }[] = []

  const connection = createLiveConnection({
    now: () => nowMs,
    random: () => 0.5,
    after: (ms, act) => {
      const one = { atMs: nowMs + ms, act }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
    onState: (state) => states.push(state),
    readStream: (signal, heard) =>
      new Promise((end, fail) => {
        let isOver = false
        signal.addEventListener('abort', () => {
          isOver = true
          fail(signal.reason)
        })
        streams.push({ heard, end, fail, isOver: () => isOver })
      }),
    poll: () => new Promise((answer, fail) => polls.push({ answer, fail })),
  })

  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const pass = async (ms: number) => {
    const untilMs = nowMs + ms
    for (;;) {
      await settle()
      const next = waiting.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined || next.atMs > untilMs) break
      waiting = waiting.filter((one) => one !== next)
      nowMs = next.atMs
      next.act()
    }
    nowMs = untilMs
    await settle()
  }
  return {
    connection,
    states,
    streams,
    polls,
    settle,
    pass,
    waiting: () => waiting.length,
    kind: () => states.at(-1)?.kind,
    stream: () => streams.at(-1) ?? expect.fail('There is no stream.'),
    poll: () => polls.at(-1) ?? expect.fail('Nothing was asked.'),
  }
}

const offline = new ApiError({ code: 'offline' })

async function openLive() {
  const scene = openScene()
  scene.connection.start()
  scene.stream().heard()
  await scene.settle()
  return scene
}

describe('a stream', () => {
  test('is live with its first sign of life', async () => {
    const scene = openScene()
    scene.connection.start()
    expect(scene.kind()).toBe('connecting')
    scene.stream().heard()
    expect(scene.kind()).toBe('live')
  })

  test('that breaks is opened again after 1 s, then 2 s, and says so at once', async () => {
    const scene = await openLive()
    scene.stream().fail(offline)
    await scene.settle()
    expect(scene.states.at(-1)).toEqual({ kind: 'reconnecting', sinceMs: 0, nextAtMs: 1_000 })
    await scene.pass(999)
    expect(scene.streams.length).toBe(1)
    await scene.pass(1)
    expect(scene.streams.length).toBe(2)
    scene.stream().fail(offline)
    await scene.settle()
    expect(scene.states.at(-1)).toEqual({ kind: 'reconnecting', sinceMs: 0, nextAtMs: 3_000 })
  })

  test('that is back forgets how long it was gone', async () => {
    const scene = await openLive()
    scene.stream().fail(offline)
    await scene.pass(1_000)
    scene.stream().heard()
    expect(scene.kind()).toBe('live')
    await scene.pass(60_000)
    scene.stream().fail(offline)
    await scene.settle()
    expect(scene.states.at(-1)).toEqual({ kind: 'reconnecting', sinceMs: 61_000, nextAtMs: 62_000 })
  })

  test('that the service ends after an hour is no error: it is opened again, and stays live', async () => {
    const scene = await openLive()
    scene.stream().end()
    await scene.pass(1_000)
    expect(scene.streams.length).toBe(2)
    expect(scene.states.map(({ kind }) => kind)).toEqual(['connecting', 'live'])
  })

  test('that ends without a sign of life has failed', async () => {
    const scene = openScene()
    scene.connection.start()
    scene.stream().end()
    await scene.settle()
    expect(scene.kind()).toBe('reconnecting')
  })

  test('gives way to asking each minute after three failures within a minute', async () => {
    const scene = await openLive()
    for (const ms of [1_000, 2_000]) {
      scene.stream().fail(offline)
      await scene.pass(ms)
    }
    scene.stream().fail(offline)
    await scene.settle()
    expect(scene.polls.length).toBe(1)
    scene.poll().answer()
    await scene.settle()
    expect(scene.kind()).toBe('polling')
    await scene.pass(60_000)
    expect(scene.polls.length).toBe(2)
  })

  test('that is silent for 90 seconds is no stream', async () => {
    const scene = await openLive()
    await scene.pass(89_999)
    scene.stream().heard()
    await scene.pass(89_999)
    expect(scene.polls).toEqual([])
    await scene.pass(1)
    expect(scene.streams[0]?.isOver()).toBe(true)
    expect(scene.polls.length).toBe(1)
  })

  test('that is refused for good is not asked for again within five minutes', async () => {
    const scene = openScene()
    scene.connection.start()
    scene.stream().fail(new ApiError({ code: 'stream_limit', status: 429 }))
    await scene.settle()
    scene.poll().answer()
    await scene.pass(299_999)
    expect(scene.streams.length).toBe(1)
    await scene.pass(1)
    expect(scene.streams.length).toBe(2)
  })
})

describe('without a server', () => {
  const openOffline = async () => {
    const scene = openScene()
    scene.connection.start()
    scene.stream().fail(new ApiError({ code: 'not_found', status: 404 }))
    await scene.settle()
    scene.poll().fail(offline)
    await scene.settle()
    return scene
  }

  test('it is offline, and asks again with growing pauses', async () => {
    const scene = await openOffline()
    expect(scene.states.at(-1)).toEqual({ kind: 'offline', sinceMs: 0, nextAtMs: 1_000 })
    for (const [asked, pauseMs] of [
      [2, 1_000],
      [3, 2_000],
      [4, 5_000],
      [5, 10_000],
      [6, 30_000],
      [7, 30_000],
    ] as const) {
      await scene.pass(pauseMs)
      expect(scene.polls.length).toBe(asked)
      scene.poll().fail(offline)
      await scene.settle()
    }
    expect(scene.states.at(-1)).toMatchObject({ kind: 'offline', sinceMs: 0 })
  })

  test('a server that is back has its stream back at once', async () => {
    const scene = await openOffline()
    await scene.pass(1_000)
    scene.poll().answer()
    await scene.settle()
    expect(scene.streams.length).toBe(2)
    scene.stream().heard()
    expect(scene.kind()).toBe('live')
  })

  test('an answer that is a refusal shows that it is there', async () => {
    const scene = await openOffline()
    await scene.pass(1_000)
    scene.poll().fail(new ApiError({ code: 'data_unavailable', status: 503, retryAfterSeconds: 90 }))
    await scene.settle()
    expect(scene.kind()).toBe('polling')
    await scene.pass(89_999)
    expect(scene.polls.length).toBe(2)
    await scene.pass(1)
    expect(scene.polls.length).toBe(3)
  })

  test('an impatient user can retry at once', async () => {
    const scene = await openOffline()
    scene.connection.reconnectNow()
    expect(scene.polls.length).toBe(2)
    scene.poll().answer()
    await scene.settle()
    expect(scene.streams.length).toBe(2)
  })
})

describe('a page', () => {
  test('that is hidden for five minutes has no stream, and asks before it listens when it is seen again', async () => {
    const scene = await openLive()
    scene.connection.setVisible(false)
    for (let minute = 0; minute < 5; minute++) {
      scene.stream().heard()
      await scene.pass(60_000)
    }
    expect(scene.streams[0]?.isOver()).toBe(true)
    expect(scene.waiting()).toBe(0)
    scene.connection.setVisible(true)
    expect([scene.polls.length, scene.streams.length]).toEqual([1, 1])
    scene.poll().answer()
    await scene.settle()
    expect(scene.streams.length).toBe(2)
  })

  test('that is hidden for less keeps its stream', async () => {
    const scene = await openLive()
    scene.connection.setVisible(false)
    await scene.pass(60_000)
    scene.stream().heard()
    scene.connection.setVisible(true)
    await scene.pass(80_000)
    scene.stream().heard()
    await scene.pass(80_000)
    scene.stream().heard()
    await scene.pass(80_000)
    expect(scene.streams[0]?.isOver()).toBe(false)
    expect(scene.polls).toEqual([])
  })

  test('that is paused waits for nothing, until it goes on', async () => {
    const scene = await openLive()
    scene.connection.pause()
    expect([scene.kind(), scene.waiting(), scene.streams[0]?.isOver()]).toEqual(['paused', 0, true])
    await scene.pass(3_600_000)
    expect([scene.polls.length, scene.streams.length]).toEqual([0, 1])
    scene.connection.resume()
    expect(scene.polls.length).toBe(1)
  })

  test('that is left leaves nothing behind', async () => {
    const scene = await openLive()
    scene.connection.setVisible(false)
    scene.connection.disconnect()
    expect([scene.waiting(), scene.streams[0]?.isOver()]).toEqual([0, true])
    const told = scene.states.length
    await scene.pass(3_600_000)
    expect([scene.states.length, scene.streams.length, scene.polls.length]).toEqual([told, 1, 0])
  })
})
