import type { BookClient } from './fetch-with-timeout.js'

/** Learns from the exchanges' own answers that they are simulations: a forgotten setting misleads no reader. */
export function detectSimulation(client: BookClient, isKnown: boolean) {
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
