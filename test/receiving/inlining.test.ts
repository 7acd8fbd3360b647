// Inline images in the HTML of received email: which references match an attachment, and their replacement.
import { describe, expect, it } from 'vitest'
import {
  byContentId,
  dataUriHead,
  type Inlined,
  type HtmlPiece,
  piecesIn,
  plainType,
  presentedBytes,
} from '../../src/inbound/receiving/presentation/inlining.ts'

const logo: Inlined = { content_type: 'image/png', content_id: 'logo@x', size: 4, blob_id: 'b' }
const files = byContentId([logo, { ...logo, content_id: null }, { ...logo, content_id: '<bare@x>' }])

const shown = (piece: HtmlPiece): string => (typeof piece === 'string' ? piece : `{${piece.content_id}}`)
const cut = (html: string): string => piecesIn(html, files, true).pieces.map(shown).join('')

describe('a reference', () => {
  it.each([
    ['<img src="cid:logo@x">', '<img src="{logo@x}">'],
    ["<img src='CID:logo@x'>", "<img src='{logo@x}'>"],
    ['<img src=cid:logo@x>', '<img src={logo@x}>'],
    ['<img src=" cid:logo%40x">', '<img src=" {logo@x}">'],
    ['<p style="background:url(cid:logo@x)">', '<p style="background:url({logo@x})">'],
    ['<img src="cid:bare@x"><img src="cid:logo@x">', '<img src="{<bare@x>}"><img src="{logo@x}">'],
  ])('is replaced by its attachment: %s', (html, becomes) => {
    expect(cut(html)).toBe(becomes)
  })

  it.each(['<p>cid:logo@x is a name</p>', '<img src="cid:other@x">', '<img src="cid:%zz">', '<img src="xcid:logo@x">'])(
    'without an attachment is not changed: %s',
    html => {
      expect(cut(html)).toBe(html)
    },
  )

  it('is found across any chunk boundary', () => {
    const html = `${'a'.repeat(1200)}<img src="cid:logo@x">${'b'.repeat(1200)}<img src="cid:logo@x">`
    for (let at = 1; at < html.length; at += 7) {
      let [text, rest] = ['', '']
      for (const part of [html.slice(0, at), html.slice(at)]) {
        const found = piecesIn(rest + part, files, false)
        text += found.pieces.map(shown).join('')
        rest = found.rest
      }
      text += piecesIn(rest, files, true).pieces.map(shown).join('')
      expect(text).toBe(html.replaceAll('cid:logo@x', '{logo@x}'))
    }
  })

  it('longer than any name is ignored', () => {
    const long = `"cid:${'a'.repeat(3000)}"`
    expect(cut(long.repeat(3))).toBe(long.repeat(3))
  })
})

describe('the replacement for an attachment', () => {
  it.each([
    ['image/png', 'image/png'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['image/png" onerror="x', 'application/octet-stream'],
    ["image/png'", 'application/octet-stream'],
    ['a/b\r\nX: y', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('has a type that is safe in attributes and header fields: %j', (given, type) => {
    expect(plainType(given)).toBe(type)
  })

  it('has the announced size', () => {
    for (const size of [0, 1, 2, 3, 4, 1000]) {
      const written = dataUriHead(logo) + Buffer.alloc(size).toString('base64')
      expect(presentedBytes({ ...logo, size })).toBe(written.length)
    }
    expect(presentedBytes('grüße')).toBe(7)
  })
})
