export const robotsText = (areOpen: boolean): string =>
  [
    'User-agent: *',
    ...(areOpen ? ['/api/', '/web/', '/dev', '/admin', '/login', '/setup', '/join', '/reset'] : ['/']).map(
      (path) => `Disallow: ${path}`,
    ),
    '',
  ].join('\n')
