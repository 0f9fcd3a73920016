import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../time/clock.js'
import type { DataVersion } from './implement.js'
import type { Question } from './question.js'
import type { Reply } from './reply.js'

/** An answer whose bytes exist. Who asks never colours it. */
export type Rendered = {
  readonly version: string
  readonly variant: string | undefined
  /** `null` once others needed the room: questions that still point here hold no bytes. */
  body: Buffer | null
  readonly etag: string
  /** Names type and length. */
  readonly headers: readonly string[]
}

/** Answers made once per question and data, shared by all who ask. */
export const createRenderedAnswers = (clock: Clock, maxSize = 64 * 1024 * 1024) => {
  const known = new LRUCache<string, Rendered>({
    maxSize,
    sizeCalculation: sizeOf,
    dispose: (rendered) => {
      rendered.body = null
    },
  })

  return {
    find: (question: Question, { version, variant }: DataVersion): Rendered | null => {
      const last = question.rendered
      if (last !== null && last.body !== null && last.version === version && last.variant === variant) return last
      const found = known.get(nameOf(question, variant))
      if (found === undefined || found.version !== version) return null
      question.rendered = found
      return found
    },

    keep: (
      question: Question,
      { version, variant }: DataVersion,
      body: Buffer,
      headers: readonly string[],
    ): Rendered => {
      const fresh = { version, variant, body, etag: etagOf(body), headers }
      known.set(nameOf(question, variant), fresh)
      question.rendered = fresh
      return fresh
    },

    /** The answer as it goes to one caller: whole, or "you have it already". */
    present: (rendered: Rendered, question: Question, data: DataVersion, request: IncomingMessage): Reply => {
      const seconds = Math.min(60, Math.max(1, Math.ceil((data.refreshAtMonoMs - clock.monoMs()) / 1000)))
      const headers = ['ETag', rendered.etag, 'Cache-Control', `private, max-age=${seconds}`]
      if (matches(request.headers['if-none-match'], rendered.etag))
        return { status: 304, headers: withClamped(headers, question.clamped), body: null }
      for (const part of rendered.headers) headers.push(part)
      return { status: 200, headers: withClamped(headers, question.clamped), body: rendered.body }
    },
  }
}

/** Adds the names of lowered parameters, where there are any. */
export const withClamped = (headers: string[], clamped: readonly string[]): string[] => {
  if (clamped.length > 0) headers.push('X-Clamped', clamped.join(', '))
  return headers
}

const nameOf = (question: Question, variant: string | undefined): string =>
  variant === undefined ? question.name : `${variant} ${question.name}`

const etagOf = (body: Buffer): string => `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`

const matches = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

const sizeOf = ({ body }: Rendered): number => (body?.length ?? 0) + 400
