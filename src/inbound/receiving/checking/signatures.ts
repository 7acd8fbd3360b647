// Bounds how many signatures of a mail are looked at: each may ask for another pass over its body.

/** Mail has one or two, and one more from some of those that handed it on. */
const SIGNATURES_MAX = 5
const END = '\r\n\r\n'

/** The beginning of a mail, without signatures above the bound. */
export function withFewSignatures(beginning: Buffer): Buffer {
  const end = beginning.indexOf(END)
  const length = end === -1 ? beginning.length : end + 2
  let count = 0
  const kept = beginning
    .toString('latin1', 0, length)
    .split(/(?<=\r\n)(?![ \t])/)
    .filter(field => !/^dkim-signature[ \t]*:/i.test(field) || ++count <= SIGNATURES_MAX)
  if (count <= SIGNATURES_MAX) return beginning
  return Buffer.concat([Buffer.from(kept.join(''), 'latin1'), beginning.subarray(length)])
}
