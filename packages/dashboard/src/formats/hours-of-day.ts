/** Hours of the Kyiv day by the clock that is shown, in order. A clock between the hours keeps its minutes. */
export const shiftedHours = (hours: readonly number[], shift: number): readonly number[] =>
  hours.map((hour) => (hour + shift + 24) % 24).toSorted((a, b) => a - b)

/** `05:00` */
export const hourText = (hour: number): string =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${String(Math.round((hour % 1) * 60)).padStart(2, '0')}`
