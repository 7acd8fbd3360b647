// Decides which links may identify the person who followed them.

/** Whether no other recipient followed the link, or it contains the address, encoded or not. */
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
