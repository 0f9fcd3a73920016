type Environment = Readonly<Record<string, string | undefined>>

/** What brings alerts to people. Of all other settings the demo has its own. */
export function alertSettings(environment: Environment, ownUrl: string): Environment {
  const given = Object.entries(environment).filter(([name, value]) => isOfAlerts(name) && value !== '')
  const isTold = given.some(([name]) => name.startsWith('P2P_PUBLIC_URL'))
  const sendsMails = given.some(([name]) => name.startsWith('P2P_SMTP_URL'))
  if (!sendsMails) return Object.fromEntries(given.filter(([name]) => !name.startsWith('P2P_PUBLIC_URL')))
  // Mails carry links.
  return { ...Object.fromEntries(given), ...(isTold ? {} : { P2P_PUBLIC_URL: ownUrl }) }
}

const isOfAlerts = (name: string): boolean => /^P2P_(?:TELEGRAM_|SMTP_|PUBLIC_URL(?:_FILE)?$)/.test(name)
