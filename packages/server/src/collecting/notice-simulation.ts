import type { BookClient } from './ask-within.js'

/** Learns from the exchanges' own answers that they are simulations: a forgotten setting misleads no reader. */
export function noticeSimulation(client: BookClient, isKnown: boolean) {
  let isSimulated = isKnown
  const noticing: BookClient = {
    fetchBook: async (market, options) => {
      const reading = await client.fetchBook(market, options)
      if (reading.state === 'read' && reading.simulated === true) isSimulated = true
      return reading
    },
  }
  return { client: noticing, isSimulated: () => isSimulated }
}
