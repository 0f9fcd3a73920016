export type Message = {
  /** The same for every attempt. */
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type MessageOutcome = {
  /** Status of the Bot API or reply code of the mail server; null if neither answered. */
  readonly status: number | null
  /** Reason why no status came: a word for the log, never text of the remote server. */
  readonly fault: string | null
  readonly retryAfter: string | null
  readonly ends: 'blocked' | 'refused' | null
  readonly movedTo?: string
}

/** Transport for one kind of channel. Never rejects: every failure is an outcome. */
export type Transport = {
  send(address: string, message: Message, links: MessageLinks): Promise<MessageOutcome>
}

export type MessageLinks = {
  readonly stop: string | null
  /** Page that a tap on the message opens, if its service has such a link. */
  readonly open?: string
}

/** A configuration error or a bug of this server, so the channel stays open. */
export const internalError: MessageOutcome = { status: null, fault: 'internal', retryAfter: null, ends: null }
