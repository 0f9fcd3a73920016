/** Milliseconds of the one clock that all processes of this machine share, and that nobody can set. */
export const monoMs = (): number => Number(process.hrtime.bigint()) / 1e6
