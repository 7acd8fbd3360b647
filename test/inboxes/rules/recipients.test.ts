import { describe, expect, it } from 'vitest'
import {
  givenAddresses,
  type EmailToReplyTo,
  replyRecipients,
  RECIPIENTS_MAX,
  refuseTooMany,
  withCopies,
} from '../../../src/inbound/inboxes/replies/recipients.ts'

const OWN = ['help@example.com', 'x7@in.example.org']

const mail = (of: Partial<EmailToReplyTo> = {}): EmailToReplyTo => ({
  direction: 'inbound',
  from: 'Ada <ada@example.net>',
  to: ['help@example.com'],
  cc: [],
  reply_to: [],
  subject: 'Hi',
  message_id: '<a@example.net>',
  references: [],
  ...of,
})

describe('the recipients of a reply', () => {
  it.each<[string, Partial<EmailToReplyTo>, string[]]>([
    ['the author', {}, ['Ada <ada@example.net>']],
    [
      'the Reply-To addresses',
      { reply_to: ['team@example.net', 'Bo <bo@example.net>'] },
      ['team@example.net', 'Bo <bo@example.net>'],
    ],
    ['the author if Reply-To names only the inbox', { reply_to: ['HELP@Example.com'] }, ['Ada <ada@example.net>']],
    ['listed without duplicates', { reply_to: ['bo@example.net', 'Bo <BO@example.net>'] }, ['bo@example.net']],
    [
      'the recipients of an outbound message',
      { direction: 'outbound', from: 'help@example.com', to: ['ada@example.net'] },
      ['ada@example.net'],
    ],
    [
      'the recipients of our own email that came back',
      { from: 'Help <help@example.com>', to: ['x7@in.example.org', 'ada@example.net'] },
      ['ada@example.net'],
    ],
    [
      'the copied recipients if an outbound message is addressed only to the inbox',
      { direction: 'outbound', to: ['help@example.com'], cc: ['bo@example.net'] },
      ['bo@example.net'],
    ],
  ])('are %s', (_, of, to) => {
    expect(replyRecipients(mail(of), OWN, false)).toEqual({ to, cc: [] })
  })

  it('are refused if only the inbox remains', () => {
    expect(() => replyRecipients(mail({ from: 'help@example.com' }), OWN, false)).toThrow(/no address to reply to/)
    expect(() => replyRecipients(mail({ from: 'not an address' }), OWN, true)).toThrow(/no address to reply to/)
  })
})

describe('the recipients of a reply to all', () => {
  it('are the author, with the other participants in copy', () => {
    const of = { to: ['help@example.com', 'bo@example.net'], cc: ['Cy <cy@example.net>', 'ada@example.net', 'broken'] }
    expect(replyRecipients(mail(of), OWN, true)).toEqual({
      to: ['Ada <ada@example.net>'],
      cc: ['bo@example.net', 'Cy <cy@example.net>'],
    })
  })

  it('are all recipients of an outbound message', () => {
    const of: Partial<EmailToReplyTo> = {
      direction: 'outbound',
      from: 'help@example.com',
      to: ['a@x.org', 'b@x.org'],
      cc: ['c@x.org', 'help@example.com'],
    }
    expect(replyRecipients(mail(of), OWN, true)).toEqual({ to: ['a@x.org', 'b@x.org'], cc: ['c@x.org'] })
  })
})

describe('requested recipients', () => {
  it('are added to the others without duplicates', () => {
    const first = { to: ['ada@example.net'], cc: ['bo@example.net'] }
    const more = {
      cc: ['BO@example.net', 'Ada <ada@example.net>', 'cy@example.net', 'CY@example.net'],
      bcc: ['ada@example.net', 'di@example.net', 'Di <di@example.net>', 'cy@example.net'],
    }
    expect(withCopies(first, more)).toEqual({
      to: ['ada@example.net'],
      cc: ['bo@example.net', 'cy@example.net'],
      bcc: ['di@example.net'],
    })
  })

  it('can be one, several or none', () => {
    expect(givenAddresses('a@x.org')).toEqual(['a@x.org'])
    expect(givenAddresses(['a@x.org', 'b@x.org'])).toEqual(['a@x.org', 'b@x.org'])
    for (const none of [null, undefined, '', []]) expect(givenAddresses(none)).toEqual([])
  })

  it('are limited to 50 in total', () => {
    const list = (count: number): string[] => Array.from({ length: count }, (_, at) => `a${at}@x.org`)
    const some = { to: list(10), cc: list(20), bcc: list(RECIPIENTS_MAX - 30) }
    expect(() => refuseTooMany(some)).not.toThrow()
    expect(() => refuseTooMany({ ...some, bcc: list(21) })).toThrow('received 51')
  })
})
