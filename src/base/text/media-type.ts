// Normalizes untrusted media types, which may be any text.

const PLAIN_TYPE = /^(?!multipart\/)[\w.+-]{1,100}\/[\w.+-]{1,100}$/

/** The media type in lower case, without parameters; `undefined` if it cannot be that of a single file. */
export function parseMediaType(given: string | null): string | undefined {
  const type = (given ?? '').split(';')[0]!.trim().toLowerCase()
  return PLAIN_TYPE.test(type) ? type : undefined
}
