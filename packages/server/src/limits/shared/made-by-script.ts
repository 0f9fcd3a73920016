/** Redis hands on what our own script returns, as it is. */
export const madeByScript = <Answer>(answer: unknown): Answer => answer as Answer
