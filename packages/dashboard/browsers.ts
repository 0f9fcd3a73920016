/** The oldest browsers that the pages are built for. */
export const browsers = ['chrome111', 'firefox114', 'safari16.4']
