// Which links may tell who followed them.

/** No other recipient followed it, or the address stands in it, however it is written. */
export function isPersonalLink(
  { url, unique_clicks }: { url: string; unique_clicks: number },
  address: string,
): boolean {
  return unique_clicks <= 1 || [url, decoded(url)].some(text => text.toLowerCase().includes(address))
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
