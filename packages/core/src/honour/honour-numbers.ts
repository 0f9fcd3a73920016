/** Fitted by `pnpm fit honour` to simulated markets; `pnpm prove interval` repeats the fit and compares. */
export const honourNumbers = {
  ad: {
    start: 0.95,
    score: 0.415,
    record: -0.409,
    presence: 2.644,
    stillness: 0.322,
    distance: 1.336,
    lead: -0.584,
    alone: -0.236,
  },
  front: {
    start: -2.794,
    twoCamps: 1.471,
    tempting: 0.493,
    disagree: 1.552,
    crossedAlone: 2.393,
    crossedTempting: 1.691,
    wideCamps: 1.014,
  },
}
