export function wholeNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) > most)
    throw new Error(`--${flag} takes a whole number up to ${most}, not "${text}".`)
  return Number(text)
}

/** Ends the process with the code of `main`, or with 2 and the message of its error. */
export const exitWith = (main: () => Promise<number>): Promise<never> =>
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(2)
    },
  )
