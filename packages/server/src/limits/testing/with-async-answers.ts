import type { Admitted, Limiter } from '../limiter.js'

export const withAsyncAnswers = (limiter: Limiter): Limiter => ({
  admitRequest: async (spender, month) => {
    await turn()
    const admission = await limiter.admitRequest(spender, month)
    await turn()
    if (!admission.admitted) return Object.freeze({ ...admission, view: Object.freeze({ ...admission.view }) })
    const { atMs, reserved, usedThisMonth } = admission
    const charge: Admitted['charge'] = (cost) => Object.freeze({ ...admission.charge(cost) })
    return Object.freeze({ admitted: true, atMs, reserved, usedThisMonth, charge })
  },
  viewLimits: async (spender) => {
    await turn()
    return limiter.viewLimits(spender)
  },
})

const turn = () => new Promise<void>((done) => setImmediate(done))
