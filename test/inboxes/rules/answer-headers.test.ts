import { describe, expect, it } from 'vitest'
import {
  forwardSubject,
  additionalHeaders,
  replySubject,
  threadHeaders,
} from '../../../src/inbound/inboxes/replies/headers.ts'

describe('the subject of a reply', () => {
  it.each([
    ['Invoice', 'Re: Invoice'],
    ['Re: Invoice', 'Re: Invoice'],
    ['RE: Invoice', 'RE: Invoice'],
    ['re[3]: Invoice', 're[3]: Invoice'],
    ['Re : Invoice', 'Re : Invoice'],
    ['Reply needed', 'Re: Reply needed'],
    ['Fwd: Invoice', 'Re: Fwd: Invoice'],
    ['two\r\nlines', 'Re: two lines'],
    [null, 'Re:'],
    ['', 'Re:'],
  ])('to %j is %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected)
  })

  it('is truncated to the maximum length', () => {
    expect(replySubject('ä'.repeat(998))).toHaveLength(998)
    expect(replySubject(`Re: ${'x'.repeat(2000)}`)).toHaveLength(998)
  })

  it.each([
    ['Invoice', 'Fwd: Invoice'],
    ['Re: Invoice', 'Fwd: Re: Invoice'],
    ['Fwd: Invoice', 'Fwd: Invoice'],
    ['FW: Invoice', 'FW: Invoice'],
    [null, 'Fwd:'],
  ])('when %j is forwarded is %j', (subject, expected) => {
    expect(forwardSubject(subject)).toBe(expected)
  })
})

describe('custom headers', () => {
  it('are unchanged; null means no headers', () => {
    expect(additionalHeaders({ 'X-Kind': 'a' })).toEqual({ 'X-Kind': 'a' })
    expect(additionalHeaders(null)).toEqual({})
    expect(additionalHeaders(undefined)).toEqual({})
  })

  it.each(['In-Reply-To', 'in-reply-to', 'REFERENCES', 'Reply-To', ' reply-to '])('reject %j', name => {
    expect(() => additionalHeaders({ 'X-Kind': 'a', [name]: '<a@x.org>' })).toThrow(/set by the server/)
  })
})

describe('the headers of the thread', () => {
  it('reference the message and its references', () => {
    expect(threadHeaders({ message_id: '<c@x>', references: ['<a@x>', '<b@x>'] })).toEqual({
      'In-Reply-To': '<c@x>',
      References: '<a@x> <b@x> <c@x>',
    })
    expect(threadHeaders({ message_id: '<a@x>', references: [] })).toEqual({
      'In-Reply-To': '<a@x>',
      References: '<a@x>',
    })
  })

  it('contain only the known references for a message without an id', () => {
    expect(threadHeaders({ message_id: null, references: ['<a@x>'] })).toEqual({ References: '<a@x>' })
    expect(threadHeaders({ message_id: null, references: [] })).toEqual({})
  })

  it('omit invalid ids and ids that are too long for a line', () => {
    const references = ['<a@x>\r\nBcc: <b@x>', '<b c@x>', 'd@x', `<${'e'.repeat(400)}@x>`, '<a@x>']
    expect(threadHeaders({ message_id: 'none', references })).toEqual({ References: '<a@x>' })
  })

  it('keep the first and the latest of many references', () => {
    const references = Array.from({ length: 5000 }, (_, at) => `<${at}@x>`)
    const ids = threadHeaders({ message_id: '<last@x>', references }).References!.split(' ')
    expect(ids).toHaveLength(17)
    expect([ids[0], ids[1], ids.at(-2), ids.at(-1)]).toEqual(['<0@x>', '<4985@x>', '<4999@x>', '<last@x>'])
  })
})
