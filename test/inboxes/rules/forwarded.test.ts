import { describe, expect, it } from 'vitest'
import { forwardedBodies, type ForwardedOriginal } from '../../../src/inbound/inboxes/replies/forwarded.ts'

const original = (of: Partial<ForwardedOriginal> = {}): ForwardedOriginal => ({
  from: '"Ada & Co" <ada@example.net>',
  to: ['help@example.com', 'bo@example.net'],
  cc: [],
  subject: 'Invoice <7>',
  received_at: '2026-11-26T10:00:00.000Z',
  html: null,
  text: null,
  ...of,
})

describe('a forwarded email', () => {
  it('contains the header fields and the text of the original', () => {
    expect(forwardedBodies({}, original({ text: 'Please pay.\nThanks' }))).toEqual({
      text: [
        '---------- Forwarded message ----------',
        'From: "Ada & Co" <ada@example.net>',
        'Date: Thu, 26 Nov 2026 10:00:00 GMT',
        'Subject: Invoice <7>',
        'To: help@example.com, bo@example.net',
        '',
        'Please pay.\nThanks',
      ].join('\n'),
    })
  })

  it('starts with the note', () => {
    const { text } = forwardedBodies({ text: 'For you' }, original({ text: 'Please pay.' }))
    expect(text).toMatch(/^For you\n\n-----/)
    expect(text).toMatch(/\n\nPlease pay\.$/)
  })

  it('has both parts if the original has both', () => {
    const { html, text } = forwardedBodies({ text: 'a < b' }, original({ text: 'plain', html: '<p>rich</p>' }))
    expect(text).toMatch(/^a < b\n/)
    expect(text).toMatch(/plain$/)
    expect(html).toContain('a &lt; b')
    expect(html).toContain('From: &quot;Ada &amp; Co&quot; &lt;ada@example.net&gt;')
    expect(html).toMatch(/<p>rich<\/p>$/)
  })

  it('has no text part that would contain less than its HTML', () => {
    const only_html = forwardedBodies({ text: 'note' }, original({ html: '<p>rich</p>' }))
    expect(Object.keys(only_html)).toEqual(['html'])
    const rich_note = forwardedBodies({ html: '<b>note</b>' }, original({ text: 'a\n<b> ' }))
    expect(Object.keys(rich_note)).toEqual(['html'])
    expect(rich_note.html).toContain('pre-wrap">a\n&lt;b&gt; </div>')
  })

  it('places the note inside the body of an HTML document', () => {
    const html = '<!doctype html><html><head><!-- <body> --></head><body class="a>b"><p>rich</p></body></html>'
    const forwarded = forwardedBodies({ html: '<b>note</b>' }, original({ html }))
    expect(forwarded.html).toMatch(/<body class="a>b"><b>note<\/b><div><br \/>-----.*<p>rich<\/p><\/body><\/html>$/s)
  })

  it('contains only the header fields of an original without content', () => {
    expect(forwardedBodies({}, original()).text).toMatch(/bo@example\.net\n\n$/)
  })
})
