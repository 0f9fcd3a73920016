/** What is written to an inbox. */
export type Message = {
  /** The same however often it is sent. */
  readonly id: string
  readonly subject: string
  /** Plain: nothing in it is markup. */
  readonly text: string
  readonly html: string
}

/** What became of sending one. */
export type MessageOutcome = {
  /** The status of the Bot API, or the reply code of the mail server; null when none came. */
  readonly status: number | null
  /** Why no status came; a word for the log, never what the other side has written. */
  readonly fault: string | null
  readonly retryAfter: string | null
  /** The reader is out of reach for good. */
  readonly ends: 'blocked' | 'refused' | null
  /** The chat goes on under another id. */
  readonly movedTo?: string
}

/** Carries messages of one kind. Never fails: what goes wrong is an outcome. */
export type Transport = {
  send(address: string, message: Message, links: MessageLinks): Promise<MessageOutcome>
}

/** By which the reader stops what comes. */
export type MessageLinks = { readonly stop: string | null }

/** Set up wrongly here, or a bug: the reader has done nothing. */
export const internalError: MessageOutcome = { status: null, fault: 'internal', retryAfter: null, ends: null }
