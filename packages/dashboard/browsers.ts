export const browsers = ['chrome111', 'firefox114', 'safari16.4']
