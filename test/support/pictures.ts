// Image files that are valid as far as a server without a decoder checks, and invalid ones.
const of = (start: string, rest = ''): Buffer => Buffer.from(start + rest.padEnd(40, 'x'), 'latin1')

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = of('\xff\xd8\xff\xe0')
export const GIF = of('GIF89a')
export const WEBP = of('RIFF\x24\0\0\0WEBP')

/** An image with different bytes on each call. */
export const aPng = (size = 100): Buffer => Buffer.concat([PNG, Buffer.from(crypto.randomUUID()), Buffer.alloc(size)])

const SCRIPT = '<html><script>alert(1)</script></html>'
export const POLYGLOT = of('GIF89a/*', `*/=1;${SCRIPT}`)

export const NO_IMAGES: Record<string, Buffer> = {
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'a page': Buffer.from(SCRIPT),
  'a page before the bytes of an image': Buffer.concat([Buffer.from(SCRIPT), PNG]),
  'a PDF': Buffer.from('%PDF-1.7 and so on'),
  'another RIFF file': of('RIFF\x24\0\0\0WAVE'),
  'less than an image': PNG.subarray(0, 8),
}
