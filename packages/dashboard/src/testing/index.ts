export { chromiumPath, needsChromium, openBrowser } from './browser.js'
export { serveBuiltPages } from './built-pages.js'
export { knownPrices, theHistory, theRates } from './known-prices.js'
export { startPages } from './start-pages.js'
