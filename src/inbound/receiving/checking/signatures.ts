// Limits how many DKIM signatures of an email are verified: each can require another hash over the whole body, so thousands of
// them would block the thread.

/** Ordinary email has one or two, and a forwarder or mailing list may add one. */
const SIGNATURES_MAX = 5
const END = '\r\n\r\n'

/** The start of an email without the signatures beyond the limit. */
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
