/** Safe: Redis returns our own script's result unchanged. */
export const castScriptAnswer = <Answer>(answer: unknown): Answer => answer as Answer
