// Randomly malformed emails: pieces of valid structures, combined and changed. The same seed returns the same email.

const PIECES = [
  'From: a@b.example',
  'To: "x, y" <q@r.example>, G: a@b.example;',
  'Subject: =?utf-8?Q?=C3=A9?=',
  'Subject: =?iso-2022-jp?B?GyRC?=',

  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: multipart/alternative; boundary="b c"',
  'Content-Type: text/html; charset=utf-16',

  'Content-Type: text/plain; charset="utf-7"; format=flowed; delsp=yes',
  'Content-Type: message/rfc822',
  'Content-Type: ;;;',
  'Content-Type',

  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: x-uuencode',

  "Content-Disposition: attachment; filename*0*=utf-8''%zz; filename*2=c",
  'Content-ID: <i@x>',
  'DKIM-Signature: v=1; a=rsa-sha256; d=x; s=y; h=from; bh=; b=',

  '--b',
  '--b--',
  '--b c',
  '--b ',
  '',
  ' folded',
  '\tfolded',
  'SGVsbG8=',
  '=C3=A9=',
  '.',
  '<p>x</p>',
  '\xff\xfe\0',
  'a'.repeat(2_000),
]

/** A source of numbers below its argument (mulberry32). */
export function chanceOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function oddMail(chance: (below: number) => number): Buffer {
  const lines = Array.from({ length: 1 + chance(120) }, () => PIECES[chance(PIECES.length)]!)
  const bytes = Buffer.from(lines.join(chance(20) === 0 ? '\n' : '\r\n'), 'latin1')
  for (let changes = chance(12); changes > 0 && bytes.length > 0; changes--) bytes[chance(bytes.length)] = chance(256)
  return bytes
}
