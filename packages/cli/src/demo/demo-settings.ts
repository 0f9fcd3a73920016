type Environment = Readonly<Record<string, string | undefined>>

/** Settings that the demo takes from the environment: alerts to people and limits of plans. It sets all others itself. */
export function demoSettings(environment: Environment, ownUrl: string): Environment {
  const given = Object.entries(environment).filter(([name, value]) => isTaken(name) && value !== '')
  const isTold = given.some(([name]) => name.startsWith('P2P_PUBLIC_URL'))
  const sendsMails = given.some(([name]) => name.startsWith('P2P_SMTP_URL'))
  if (!sendsMails) return Object.fromEntries(given.filter(([name]) => !name.startsWith('P2P_PUBLIC_URL')))
  // Mails carry links.
  return { ...Object.fromEntries(given), ...(isTold ? {} : { P2P_PUBLIC_URL: ownUrl }) }
}

const isTaken = (name: string): boolean => /^P2P_(?:TELEGRAM_|SMTP_|(?:PUBLIC_URL|PLANS)(?:_FILE)?$)/.test(name)
