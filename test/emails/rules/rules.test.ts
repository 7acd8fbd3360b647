import { describe, expect, test } from 'vitest'
import { newEmail, senderDomain } from '../../../src/mail/emails/rules.ts'
import type { RenderedTemplate } from '../../../src/mail/templates/rules.ts'
import { Refusal } from '../../../src/base/text/refusal.ts'
import { anEmail, anEmailBody, EMAIL_ID } from '../../support/emails.ts'

const circumstances = { id: EMAIL_ID, team_id: 'team', now: new Date('2026-11-20T10:01:02.123Z') }

function refusalFor(fields: object, rendered?: RenderedTemplate): { name: string; message: string } {
  try {
    newEmail({ ...anEmailBody(), ...fields }, rendered ? { ...circumstances, rendered } : circumstances)
  } catch (error) {
    if (error instanceof Refusal) return error.body as { name: string; message: string }
    throw error
  }
  throw new Error('It was accepted')
}

describe('accepted', () => {
  test('keeps the given fields, with lists for addresses', () => {
    const body = anEmailBody({
      reply_to: 'billing@example.org',
      cc: [' Alan <alan@example.net> '],
      tags: [{ name: 'kind', value: 'invoice' }],
    })
    expect(newEmail(body, circumstances)).toEqual({
      id: EMAIL_ID,
      team_id: 'team',
      message_id: `<${EMAIL_ID}@example.org>`,
      from: 'Ada <ada@example.org>',
      to: ['grace@example.net'],
      cc: ['Alan <alan@example.net>'],
      bcc: [],
      reply_to: ['billing@example.org'],
      subject: 'Invoice 7',
      html: '<p>Thank you!</p>',
      text: null,
      headers: {},
      tags: [{ name: 'kind', value: 'invoice' }],
      last_event: 'queued',
      scheduled_at: null,
      topic_id: null,
      broadcast_id: null,
      contact_id: null,
      template_id: null,
      created_at: '2026-11-20T10:01:02.123Z',
    })
  })

  test('uses the ASCII form of the domain in the Message-ID', () => {
    expect(anEmail({ from: 'a@Bücher.example' }).message_id).toBe(`<${EMAIL_ID}@xn--bcher-kva.example>`)
  })

  test.each([
    [{ to: undefined }, 'missing_required_field', 'Missing `to` field.'],
    [{ to: '' }, 'missing_required_field', 'Missing `to` field.'],
    [{ to: [] }, 'missing_required_field', 'Missing `to` field.'],
    [{ from: undefined }, 'missing_required_field', 'Missing `from` field.'],
    [{ from: '' }, 'missing_required_field', 'Missing `from` field.'],
    [{ html: undefined }, 'validation_error', 'Missing `html` or `text` field.'],
    [{ html: '', text: '' }, 'validation_error', 'Missing `html` or `text` field.'],
    [{ subject: undefined }, 'missing_required_field', 'Missing `subject` field.'],
    [{ subject: '' }, 'missing_required_field', 'Missing `subject` field.'],
    // the order in which problems are reported
    [
      { to: undefined, from: undefined, html: undefined, subject: undefined },
      'missing_required_field',
      'Missing `to` field.',
    ],
    [{ from: undefined, html: undefined, subject: undefined }, 'missing_required_field', 'Missing `from` field.'],
    [{ html: undefined, subject: undefined }, 'validation_error', 'Missing `html` or `text` field.'],
  ])('rejects %j with %s: %s', (fields, name, message) => {
    expect(refusalFor(fields)).toEqual({ statusCode: 422, name, message })
  })

  test.each([
    [{ from: 'nobody' }, 'from'],
    [{ from: 'a@example.org, b@example.org' }, 'from'],
    [{ to: ['a@example.org', 'nobody'] }, 'to'],
    [{ to: [''] }, 'to'],
    [{ to: 'a@example.org,b@example.org' }, 'to'],
    [{ to: 'Team: a@example.org, b@example.org;' }, 'to'],
    [{ to: Array(51).fill('a@example.org') }, 'to'],
    [{ cc: 'nobody' }, 'cc'],
    [{ cc: Array(51).fill('a@example.org') }, 'cc'],
    [{ bcc: 'a@example.org\r\nx' }, 'bcc'],
    [{ reply_to: 'nobody' }, 'reply_to'],
    [{ subject: 'a\nb' }, 'subject'],
    [{ subject: 'a\rb' }, 'subject'],
    [{ subject: 'a\0b' }, 'subject'],
    [{ subject: 'a'.repeat(999) }, 'subject'],
    [{ html: 'a\0b' }, 'html'],
    [{ text: 'a\0b' }, 'text'],
    [{ headers: { 'X-A': 'a\r\nBcc: x@example.org' } }, 'headers'],
    [{ tags: Array.from({ length: 51 }, () => ({ name: 'a', value: 'b' })) }, 'tags'],
  ])('rejects %j because of `%s`', (fields, field) => {
    const { name, message } = refusalFor(fields)
    expect(name).toBe('validation_error')
    expect(message).toContain(`Invalid \`${field}\` field`)
  })

  test.each([
    ['', 'a'],
    ['a', ''],
    ['a b', 'a'],
    ['a', 'ä'],
    ['a', 'a\n'],
    ['a'.repeat(257), 'a'],
  ])('rejects a tag %j = %j', (name, value) => {
    expect(refusalFor({ tags: [{ name, value }] }).message).toMatch(/^Tags should only contain/)
  })

  test('ignores unknown fields', () => {
    expect(newEmail({ ...anEmailBody(), region: 'x', last_event: 'delivered' } as never, circumstances)).toEqual(
      anEmailWith(),
    )
  })

  test('accepts values at the limits', () => {
    const fifty = Array(50).fill('a@example.org')
    const email = anEmail({
      to: fifty,
      cc: fifty,
      bcc: fifty,
      subject: 'a'.repeat(998),
      tags: [{ name: 'a'.repeat(256), value: '-_9' }],
    })
    expect([email.to, email.cc, email.bcc]).toEqual([fifty, fifty, fifty])
  })
})

const anEmailWith = () => newEmail(anEmailBody(), circumstances)

describe('accepted with a template', () => {
  const rendered = {
    from: 'Shop <shop@example.org>',
    subject: 'From the template',
    reply_to: ['help@example.org'],
    html: '<p>Hi</p>',
    text: null,
  }
  const take = (fields: object, more: RenderedTemplate = rendered) =>
    newEmail({ to: 'grace@example.net', template: { id: 'welcome' }, ...fields }, { ...circumstances, rendered: more })

  test('uses the fields of the template that the email omits', () => {
    expect(take({})).toMatchObject({ ...rendered, message_id: `<${EMAIL_ID}@example.org>` })
  })

  test('prefers the fields of the email', () => {
    const own = { from: 'ada@example.org', subject: 'Mine', reply_to: ['ada@example.org'] }
    expect(take(own)).toMatchObject({ ...own, html: '<p>Hi</p>' })
  })

  test.each([{ html: 'x' }, { text: 'x' }])('rejects an additional %j', fields => {
    expect(() => take(fields)).toThrow('Send either `template` or `html` and `text`, not both.')
  })

  test('reports fields that neither of them has', () => {
    expect(() => take({}, { html: 'x' })).toThrow('Missing `from` field.')
    expect(() => take({}, { html: 'x', from: 'a@example.org' })).toThrow('Missing `subject` field.')
    expect(() => take({}, { from: 'a@example.org', subject: 'x' })).toThrow('Missing `html` or `text` field.')
  })

  test('rejects a line break that a variable inserts into a subject', () => {
    expect(() => take({}, { ...rendered, subject: 'Hi\r\nBcc: x@example.org' })).toThrow('Invalid `subject` field')
  })
})

test('senderDomain returns the domain that must be verified', () => {
  expect(senderDomain({ from: 'Ada <ada@Mail.Example.org>' })).toBe('mail.example.org')
})
