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
    start: -2.807,
    twoCamps: 1.711,
    tempting: 0.572,
    disagree: 1.677,
    crossedAlone: 2.35,
    crossedTempting: 1.648,
  },
}
