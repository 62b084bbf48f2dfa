/** The host of an address, as people name a site: without `www.`. Null for what is no web page. */
export function siteOf(url: string | null): string | null {
  if (!url) return null;
  // Browsers show addresses without their scheme.
  const address = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
  const host = /^https?:\/\//i.test(address) ? URL.parse(address)?.hostname : undefined;
  return host ? host.replace(/^www\./, '') : null;
}
