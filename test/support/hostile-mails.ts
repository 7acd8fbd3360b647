// Emails that are slow to parse, by attack.

const MIXED = 'Content-Type: multipart/mixed; boundary=b\r\n'
const HTML = 'Content-Type: text/html\r\n\r\n'
const file = (index: number): string =>
  `--b\r\nContent-Type: application/pdf; name="${'n'.repeat(200)}"\r\nContent-Disposition: attachment\r\n\r\n${index}\r\n`
const list = (count: number, item: (index: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator)
const addresses = (name: string): string =>
  `${name}: ${list(1_500, index => `a${index}.${name}@b.example`, ',\r\n ')}\r\n`
/** `€` in UTF-8, which takes two bytes per character in memory. */
const EUROS = `${Buffer.from('€'.repeat(25)).toString('latin1')}\r\n`

/** Each email is built on demand, in the encoding `latin1`. */
export const HOSTILE_MAILS: Record<string, () => string> = {
  '10,000 empty parts': () => `${MIXED}\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}--b--\r\n`,
  '5,000 nested parts': () => `${MIXED}\r\n${`--b\r\n${MIXED}\r\n`.repeat(5_000)}`,
  '100,000 files': () => `${MIXED}\r\n${'--b\r\nContent-Disposition: attachment\r\n\r\n\r\n'.repeat(100_000)}--b--\r\n`,
  '1,500 files with long names': () => `${MIXED}\r\n${list(1_500, file)}--b--\r\n`,
  '20,000 header fields': () => `${'X-A: b\r\n'.repeat(20_000)}\r\nx\r\n`,
  '50,000 encoded words': () => `Subject: ${'=?utf-8?Q?=C3?= '.repeat(50_000)}\r\n\r\nx\r\n`,
  '20,000 recipients': () => `To: ${'"a, b" <c@example.net>, '.repeat(20_000)}x@example.net\r\n\r\nx\r\n`,
  '4,500 addresses in three fields': () => `${addresses('To')}${addresses('Cc')}${addresses('Bcc')}\r\nx\r\n`,
  'endless comments': () => `From: ${'('.repeat(100_000)}\r\nTo: ${'(x'.repeat(20_000)}\r\n\r\nx\r\n`,
  '20,000 references': () => `References: ${list(20_000, index => `<${index}@x>`, '\r\n ')}\r\n\r\nx\r\n`,
  '200,000 unclosed elements': () => `${HTML}${'<div>'.repeat(200_000)}\r\n`,
  '200,000 unclosed attributes': () => `${HTML}${'<a href="'.repeat(200_000)}\r\n`,
  '5 MB of nested tables': () => `${HTML}${'<table><tr><td>'.repeat(333_000)}\r\n`,
  '40,000 different words': () => `Subject: x\r\n\r\n${list(40_000, index => index.toString(36), ' ')}\r\n`,
  '9 MB of text outside of Latin-1': () => `Content-Type: text/plain; charset=utf-8\r\n\r\n${EUROS.repeat(120_000)}`,
  'a line of 40 MB': () => `Subject: x\r\n\r\n${'x'.repeat(40_000_000)}\r\n`,
  '40 MB of empty lines': () => `Subject: x\r\n\r\n${'\r\n'.repeat(20_000_000)}`,
}
