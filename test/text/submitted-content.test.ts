// The MIME tree of an email that was submitted over SMTP: which trees are stored, and with which bytes.
import { describe, expect, it } from 'vitest'
import { contentToSend, readSubmittedContent, submittedContent } from '../../src/base/text/submitted-content.ts'

const contentOf = (raw: string): string | undefined => {
  const stored = submittedContent(Buffer.from(`From: a@b.example\r\n${raw}`, 'latin1'))
  return stored && readSubmittedContent(stored).bytes.toString('latin1')
}

const multipart = (subtype: string, ...parts: string[]): string =>
  [`Content-Type: multipart/${subtype}; boundary=B\r\n`, ...parts.map(part => `--B\r\n${part}`), '--B--\r\n'].join(
    '\r\n',
  )
const PLAIN = 'Content-Type: text/plain; charset=utf-8\r\n\r\nHello'
const HTML = 'Content-Type: text/html\r\n\r\n<p>Hello</p>'
const FILE = 'Content-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2'

describe('submittedContent', () => {
  it.each<[string, string]>([
    ['text without a type', '\r\nHello'],
    ['text', PLAIN],
    ['text and HTML', multipart('alternative', PLAIN, HTML)],
    ['text with files', multipart('mixed', PLAIN, FILE, FILE)],
  ])('stores nothing if composing gives the same tree: %s', (_, raw) => {
    expect(contentOf(raw)).toBeUndefined()
  })

  it.each<[string, string]>([
    ['HTML alone', HTML],
    ['HTML before text', multipart('alternative', HTML, PLAIN)],
    ['files before text', multipart('mixed', FILE, PLAIN)],
    ['a described file', multipart('mixed', PLAIN, `Content-Description: x\r\n${FILE}`)],
    ['a type with further parameters', multipart('mixed', PLAIN, FILE.replace('name=', 'charset=utf-8; name='))],
    ['a type of multipart that is not known', multipart('parallel', PLAIN, FILE)],
    ['parts of digests', multipart('digest', '\r\nSubject: x\r\n\r\nHello')],
    ['a boundary that begins like another', multipart('mixed', PLAIN, 'Content-Type: text/x\r\n\r\n--Bx\r\n--B-')],
    ['a part without an end', 'Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/x\r\n\r\nx'],
    ['a boundary that does not occur', 'Content-Type: multipart/mixed; boundary=B\r\n\r\nx'],
    ['a multipart without boundary', 'Content-Type: multipart/mixed\r\n\r\nx'],
  ])('stores the tree unchanged: %s', (_, raw) => {
    expect(contentOf(raw)).toBe(raw)
  })

  it('converts line endings to CRLF, so that no line ends the message early', () => {
    const head = 'Content-Type: text/x\r\n\r\n'
    expect(contentOf(`${head}a\n.\nb\r.\rc\r\n`)).toBe(`${head}a\r\n.\r\nb\r\n.\r\nc\r\n`)
  })

  it('keeps folded content fields and removes other fields', () => {
    const raw =
      'Content-Type: text/x;\r\n charset=utf-8\r\nSubject: x\r\n Content-Language: de\r\nContent-ID: <a>\r\n\r\nx'
    expect(contentOf(raw)).toBe('Content-Type: text/x;\r\n charset=utf-8\r\nContent-ID: <a>\r\n\r\nx')
  })

  it('wraps base64 in lines of 76 characters', () => {
    const bytes = Buffer.alloc(1500, 7)
    const head = 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    const body = contentOf(head + bytes.toString('base64'))!.slice(head.length)
    expect(Math.max(...body.split('\r\n').map(line => line.length))).toBe(76)
    expect(Buffer.from(body, 'base64')).toEqual(bytes)
  })

  it('encodes mostly non-ASCII text in base64, which is shorter', () => {
    const head = 'Content-Type: text/x\r\n'
    expect(contentOf(`${head}\r\n\xe4\xe5`)).toBe(`${head}Content-Transfer-Encoding: base64\r\n\r\n5OU=\r\n`)
  })

  it('reads a tree in linear time', () => {
    const text = `Content-Type: text/x\r\n\r\n${`${'x'.repeat(990)}\r\n`.repeat(10_000)}`
    const many = multipart('mixed', ...Array.from({ length: 20_000 }, () => HTML), text)
    const begun = performance.now()
    expect(contentOf(many)).toBe(many)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it('encodes replacement HTML that contains the boundary', () => {
    const stored = submittedContent(Buffer.from(multipart('alternative', HTML)))!
    const { head, body } = contentToSend(readSubmittedContent(stored), '--B--\r\n<p>--B</p>')
    expect(head).toBe('Content-Type: multipart/alternative; boundary=B\r\n')
    expect(body.toString()).toContain('Content-Transfer-Encoding: base64')
    expect(body.toString().match(/^--B/gm)).toHaveLength(2)
  })
})
