/** What programs that collect pages may look at: prices and documentation, where everybody may. */
export const robotsText = (areOpen: boolean): string =>
  [
    'User-agent: *',
    ...(areOpen ? ['/api/', '/web/', '/dev', '/admin', '/login', '/setup', '/join', '/reset'] : ['/']).map(
      (path) => `Disallow: ${path}`,
    ),
    '',
  ].join('\n')
