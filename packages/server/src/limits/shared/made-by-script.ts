/** Safe: Redis returns our own script's result unchanged. */
export const madeByScript = <Answer>(answer: unknown): Answer => answer as Answer
