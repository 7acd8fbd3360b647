// Media types that others name, which may be anything.

const PLAIN_TYPE = /^(?!multipart\/)[\w.+-]{1,100}\/[\w.+-]{1,100}$/

/** A media type that came from outside, without its parameters; nothing for what is none of one file. */
export function sentMediaType(given: string | null): string | undefined {
  const type = (given ?? '').split(';')[0]!.trim().toLowerCase()
  return PLAIN_TYPE.test(type) ? type : undefined
}
