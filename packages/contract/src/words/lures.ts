type JudgedAd = { readonly trusted: boolean; readonly eligible?: boolean }

/**
 * The best trusted ad of a list, if any, and the ads that are not trusted though they come before it. The list begins
 * with the best price.
 */
export function findLures<Ad extends JudgedAd>(ads: readonly Ad[]): { readonly best: Ad | null; readonly lures: Ad[] } {
  const at = ads.findIndex(({ eligible }) => eligible === true)
  return { best: ads[at] ?? null, lures: ads.slice(0, at < 0 ? ads.length : at).filter(({ trusted }) => !trusted) }
}
