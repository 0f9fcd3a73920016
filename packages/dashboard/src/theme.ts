/** Runs before anything is drawn, so that no page flashes in the other theme. */
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('p2p-theme')
    } catch {
      return null
    }
  }
  const follow = () => {
    const theme = chosen()
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light'
  }
  follow()
  dark.addEventListener('change', follow)
  addEventListener('p2p-theme', follow)
})()
