// Media types from outside, which may be any text.

const PLAIN_TYPE = /^(?!multipart\/)[\w.+-]{1,100}\/[\w.+-]{1,100}$/

/** A media type from outside in lower case, without parameters; `undefined` if it cannot be that of one file. */
export function sentMediaType(given: string | null): string | undefined {
  const type = (given ?? '').split(';')[0]!.trim().toLowerCase()
  return PLAIN_TYPE.test(type) ? type : undefined
}
