import { describe, expect, it } from 'vitest'
import type { InSchemas } from '../../../generated/api.ts'
import { templateResponse, templateItem } from '../../../src/mail/templates/present.ts'
import {
  newTemplate,
  duplicatedTemplate,
  isNewVersion,
  publishedTemplate,
  updatedTemplate,
} from '../../../src/mail/templates/rules.ts'
import { ids } from './support.ts'

const MONDAY = new Date('2026-11-02T08:00:00Z')
const TUESDAY = new Date('2026-11-03T08:00:00Z')
type Body = Partial<InSchemas['CreateTemplate']>

const aDraft = (body: Body = {}) =>
  newTemplate({ name: 'Receipt', html: '<p>Hi</p>', ...body }, { now: MONDAY, newId: ids() })
const aPublished = (body: Body = {}) => {
  const { template, version } = aDraft(body)
  return { template: publishedTemplate(template, version, MONDAY), version }
}
const variable = (key: string, more: object = {}) => ({ key, type: 'string' as const, ...more })

describe('newTemplate', () => {
  it('creates a draft', () => {
    const { template, version } = aDraft({
      alias: 'receipt',
      reply_to: 'r@example.com',
      subject: 'Hi {{{A}}}',
      variables: [variable('A')],
    })
    expect(template).toEqual({
      id: 'id-1',
      name: 'Receipt',
      alias: 'receipt',
      current_version_id: 'id-2',
      published_version_id: null,
      writer_id: null,
      published_at: null,
      created_at: MONDAY.toISOString(),
      updated_at: MONDAY.toISOString(),
    })
    expect(version).toMatchObject({
      id: 'id-2',
      template_id: 'id-1',
      reply_to: ['r@example.com'],
      text: null,
      from: null,
    })
    expect(version.variables).toMatchObject([{ id: 'id-3', key: 'A', type: 'string', fallback_value: null }])
  })

  it.each<[string, Body, string]>([
    ['an empty name', { name: ' ' }, 'Missing `name` field.'],
    [
      'an undeclared variable in the HTML',
      { html: '{{{x}}}' },
      "Variable 'x' is used in the template but not defined in the variables list",
    ],
    ['an undeclared variable in the subject', { subject: '{{{x}}}' }, "Variable 'x' is used"],
    ['an undeclared variable in the text', { text: '{{{x}}}' }, "Variable 'x' is used"],
    ['an undeclared variable with a fallback in place', { html: '{{{x|y}}}' }, "Variable 'x' is used"],
    ['a variable in another case', { html: '{{{a}}}', variables: [variable('A')] }, "Variable 'a' is used"],
    ['a reserved name', { variables: [variable('EMAIL')] }, "Variable 'EMAIL' has a reserved name"],
    ['another reserved name', { variables: [variable('contact')] }, "Variable 'contact' has a reserved name"],
    ['a variable twice', { variables: [variable('A'), variable('A')] }, "Variable 'A' is in the variables list twice"],
    ['a name with a dot', { variables: [variable('A.b')] }, "Variable 'A.b' must have a name of at most 50 letters"],
    ['a long name', { variables: [variable('A'.repeat(51))] }, 'must have a name of at most 50 letters'],
    [
      'too many variables',
      { variables: Array.from({ length: 51 }, (_, index) => variable(`V${index}`)) },
      'at most 50 variables',
    ],
    [
      'a fallback of another type',
      { variables: [variable('A', { fallback_value: 1 })] },
      "The fallback_value of variable 'A' must be a string",
    ],
    [
      'a fallback that is too long',
      { variables: [variable('A', { fallback_value: 'x'.repeat(2001) })] },
      'must not be longer',
    ],
    ['an alias that looks like an id', { alias: '3A5c1c0e-2a55-4f0e-9d57-7f3f1c0c9f11' }, 'form of an id'],
    ['an empty alias', { alias: ' ' }, 'must not be empty'],
    ['a line break in the subject', { subject: 'a\nb' }, 'The subject field must be one line'],
    ['a line break in the sender', { from: 'a@example.com\r\nBcc: b@example.com' }, 'The from field must be one line'],
    [
      'a line break in an address for answers',
      { reply_to: ['a@example.com', 'b\u0000'] },
      'The reply_to field must be one line',
    ],
    ['a sender that is not an address', { from: 'Acme' }, 'Invalid `from` field: write addresses like'],
    ['several senders', { from: 'a@example.com, b@example.com' }, 'Invalid `from` field: write addresses like'],
    [
      'an empty reply-to address',
      { reply_to: ['a@example.com', ''] },
      'Invalid `reply_to` field: write addresses like',
    ],
  ])('rejects %s', (_, body, message) => {
    expect(() => aDraft(body)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringContaining(message) }),
    )
  })

  it.each<[string, Body]>([
    ['reserved names in use', { html: '{{{contact.first_name}}} {{{RESEND_UNSUBSCRIBE_URL}}} {{{FIRST_NAME|you}}}' }],
    ['a variable that is not used', { variables: [variable('A')] }],
    ['50 variables', { variables: Array.from({ length: 50 }, (_, index) => variable(`V${index}`)) }],
    ['an alias with a space', { alias: 'my receipt' }],
    ['a fallback of null', { variables: [variable('A', { fallback_value: null })] }],
    ['two brackets', { html: '{{x}}' }],
  ])('accepts %s', (_, body) => {
    expect(() => aDraft(body)).not.toThrow()
  })
})

describe('updatedTemplate', () => {
  it('updates name and alias together, without a new version', () => {
    const { template, version } = aPublished({ alias: 'receipt' })
    const after = updatedTemplate({ template, version }, { name: 'Bill', alias: null }, { now: TUESDAY, newId: ids() })
    expect(after.template).toEqual({ ...template, name: 'Bill', alias: null, updated_at: TUESDAY.toISOString() })
    expect(after.version).toBe(version)
  })

  it('updates a draft in place', () => {
    const { template, version } = aDraft({ subject: 'Old' })
    const after = updatedTemplate({ template, version }, { subject: 'New' }, { now: TUESDAY, newId: ids() })
    expect(isNewVersion(version, after.version)).toBe(false)
    expect(after.version).toEqual({ ...version, subject: 'New' })
  })

  it('keeps a published version and creates a new one', () => {
    const { template, version } = aPublished({ subject: 'Old' })
    const after = updatedTemplate({ template, version }, { subject: 'New' }, { now: TUESDAY, newId: () => 'new' })
    expect(isNewVersion(version, after.version)).toBe(true)
    expect(after.version).toEqual({ ...version, id: 'new', subject: 'New', created_at: TUESDAY.toISOString() })
    expect(after.template).toMatchObject({ current_version_id: 'new', published_version_id: version.id })
    expect(version.subject).toBe('Old')
  })

  it('replaces the whole list of variables and keeps the ids of existing ones', () => {
    const { template, version } = aDraft({ variables: [variable('A'), variable('B'), variable('C')] })
    const [a, b] = version.variables
    const variables = [variable('B'), variable('A', { fallback_value: 'x' }), variable('D')]
    const after = updatedTemplate({ template, version }, { variables }, { now: TUESDAY, newId: () => 'new' }).version
      .variables
    expect(after).toMatchObject([
      b!,
      { id: a!.id, created_at: a!.created_at, updated_at: TUESDAY.toISOString() },
      { id: 'new', key: 'D' },
    ])
  })

  it('validates the resulting content', () => {
    const { template, version } = aDraft({ html: '{{{A}}}', variables: [variable('A')] })
    expect(() => updatedTemplate({ template, version }, { variables: [] }, { now: TUESDAY, newId: ids() })).toThrow(
      "Variable 'A' is used",
    )
    expect(() => updatedTemplate({ template, version }, { html: '{{{B}}}' }, { now: TUESDAY, newId: ids() })).toThrow(
      "Variable 'B' is used",
    )
    expect(() =>
      updatedTemplate({ template, version }, { html: 'plain', variables: [] }, { now: TUESDAY, newId: ids() }),
    ).not.toThrow()
  })

  it('clears fields that are null and keeps absent fields', () => {
    const { template, version } = aDraft({
      from: 'a@example.com',
      subject: 'S',
      reply_to: ['r@example.com'],
      text: 'T',
    })
    const body = { from: null, subject: null, reply_to: null, text: null }
    expect(updatedTemplate({ template, version }, body, { now: TUESDAY, newId: ids() }).version).toMatchObject(body)
    expect(updatedTemplate({ template, version }, { html: 'x' }, { now: TUESDAY, newId: ids() }).version).toMatchObject(
      {
        from: 'a@example.com',
        text: 'T',
      },
    )
    expect(
      updatedTemplate({ template, version }, { text: '', reply_to: [] }, { now: TUESDAY, newId: ids() }).version,
    ).toMatchObject({
      text: '',
      reply_to: null,
    })
  })
})

describe('published', () => {
  it('publishes the newest version, repeatedly', () => {
    const { template, version } = aPublished()
    expect(template).toMatchObject({ published_version_id: version.id, published_at: MONDAY.toISOString() })
    expect(publishedTemplate(template, version, TUESDAY)).toMatchObject({
      published_version_id: version.id,
      published_at: TUESDAY.toISOString(),
    })
  })

  it('rejects a template without content', () => {
    const { template, version } = aDraft({ html: ' ' })
    expect(() => publishedTemplate(template, version, TUESDAY)).toThrow('This template has no content')
    expect(() => publishedTemplate(template, { ...version, text: 'words' }, TUESDAY)).not.toThrow()
  })
})

describe('duplicated', () => {
  it('creates a separate draft', () => {
    const { template, version } = aPublished({ alias: 'receipt', variables: [variable('A')] })
    const copy = duplicatedTemplate({ template, version }, { now: TUESDAY, newId: () => 'new' })
    expect(copy.template).toMatchObject({
      id: 'new',
      name: 'Receipt (Copy)',
      alias: null,
      published_version_id: null,
      published_at: null,
    })
    expect(copy.version).toMatchObject({ template_id: 'new', html: version.html, variables: [{ id: 'new', key: 'A' }] })
  })

  it('truncates the name to its maximum length', () => {
    const { template, version } = aDraft({ name: 'x'.repeat(255) })
    expect(duplicatedTemplate({ template, version }, { now: TUESDAY, newId: ids() }).template.name).toHaveLength(255)
  })
})

describe('responses', () => {
  it('show the status of a template', () => {
    const draft = aDraft()
    expect(templateResponse(draft.template, draft.version, 'Hi')).toMatchObject({
      status: 'draft',
      published_at: null,
      has_unpublished_versions: true,
    })
    const live = aPublished()
    expect(templateResponse(live.template, live.version, 'Hi')).toMatchObject({
      status: 'published',
      has_unpublished_versions: false,
    })
    const edited = updatedTemplate(
      { template: live.template, version: live.version },
      { html: 'new' },
      { now: TUESDAY, newId: ids() },
    )
    expect(templateResponse(edited.template, edited.version, 'Hi')).toMatchObject({
      status: 'published',
      published_at: MONDAY.toISOString(),
      has_unpublished_versions: true,
      html: 'new',
    })
  })

  it('show the text that emails will have', () => {
    const { template, version } = aDraft()
    expect(templateResponse(template, version, 'Hi').text).toBe('Hi')
  })

  it('show no content in a list', () => {
    expect(Object.keys(templateItem(aDraft().template)).toSorted()).toEqual([
      'alias',
      'created_at',
      'id',
      'name',
      'published_at',
      'status',
      'updated_at',
    ])
  })
})
