// Contacts with their properties, segments and topics.
import type { Step } from './step.ts'

const CONTACT = { contact_id: '((contact.id))' }
const SEGMENT = { segment_id: '((segment.id))' }
const AUDIENCE = { audience_id: '((audience.id))' }
const MEMBER = { ...AUDIENCE, contact_id: '((audience member.id))' }
const IMPORT = { import_id: '((import.id))' }
const PROPERTY = { contact_property_id: '((contact_property.id))' }

export const contacts: Step[] = [
  {
    operation: 'createContactProperty',
    body: { key: 'verify_((unique))', type: 'number', fallback_value: 1 },
    leaves: 'contact_property',
  },
  { operation: 'getContactProperty', path: PROPERTY, expect: { id: '((contact_property.id))', fallback_value: 1 } },
  { operation: 'updateContactProperty', path: PROPERTY, body: { fallback_value: 5 } },

  { operation: 'createSegment', body: { name: 'Verify ((unique))' }, leaves: 'segment' },

  {
    operation: 'createTopic',
    body: { name: 'Verify ((unique))', default_subscription: 'opt_in', visibility: 'private' },
    leaves: 'topic',
  },

  {
    operation: 'createContact',
    body: {
      email: 'verify-((unique))@example.com',
      first_name: 'Mira',
      segments: [{ id: '((segment.id))' }],
      topics: [{ id: '((topic.id))', subscription: 'opt_in' }],
    },
    leaves: 'contact',
  },
  {
    operation: 'createContact',
    title: 'in an unknown segment',
    body: { email: 'verify-((unique))@example.com', segments: [{ id: '((nobody))' }] },
    status: 404,
  },
  { operation: 'getContact', path: CONTACT, expect: { id: '((contact.id))', first_name: 'Mira' } },
  { operation: 'exportContact', path: CONTACT, expect: { 'contact.id': '((contact.id))' } },
  { operation: 'updateContact', path: CONTACT, body: { last_name: 'Bell', unsubscribed: true } },
  { operation: 'exportContacts', query: { segment_id: '((segment.id))' } },
  {
    operation: 'exportContacts',
    title: 'of an unknown segment',
    query: { segment_id: '((nobody))' },
    status: 404,
  },
  { operation: 'listContactSegments', path: CONTACT, query: { limit: '2' }, expect: { 'data.0.id': '((segment.id))' } },
  { operation: 'listSegmentContacts', path: SEGMENT, needs: ['contact'], expect: { 'data.0.id': '((contact.id))' } },
  { operation: 'removeContactFromSegment', path: { ...CONTACT, ...SEGMENT }, leaves: 'left the segment' },
  { operation: 'addContactToSegment', path: { ...CONTACT, ...SEGMENT } },
  { operation: 'updateContactTopics', path: CONTACT, body: [{ id: '((topic.id))', subscription: 'opt_out' }] },

  { operation: 'createAudience', body: { name: 'Verify ((unique))' }, leaves: 'audience' },
  {
    operation: 'createAudienceContact',
    path: AUDIENCE,
    body: { email: 'verify-((unique))@example.com', first_name: 'Otto' },
    leaves: 'audience member',
  },
  {
    operation: 'listAudienceContacts',
    path: AUDIENCE,
    needs: ['audience member'],
    expect: { 'data.0.id': '((audience member.id))' },
  },
  { operation: 'getAudienceContact', path: MEMBER, expect: { first_name: 'Otto' } },
  { operation: 'updateAudienceContact', path: MEMBER, body: { last_name: 'Kern' } },
  {
    operation: 'createContactImport',
    upload: { file: 'email,first_name\nnobody,Mira\n', on_conflict: 'skip' },
    leaves: 'import',
  },
  {
    operation: 'createContactImport',
    title: 'without an email column',
    upload: { file: 'name\nMira\n' },
    status: 422,
  },
  {
    operation: 'createContactImport',
    title: 'into an unknown segment',
    upload: { file: 'email\n', segments: '[{"id":"((nobody))"}]' },
    status: 404,
  },
  {
    operation: 'createContactImport',
    title: 'an incomplete form',
    upload: { file: '' },
    raw_body: 'verify',
    status: 400,
  },
  {
    operation: 'createContactImport',
    title: 'a body with another content type',
    upload: { file: '' },
    headers: { 'Content-Type': 'text/plain' },
    raw_body: 'verify',
    status: 415,
  },
  {
    operation: 'createContactImport',
    title: 'a body larger than any setting allows',
    upload: { file: '' },
    oversize_bytes: 2_100_000_000,
    status: 413,
  },
  { operation: 'getContactImport', path: IMPORT, until: 'completed_at', expect: { 'counts.failed': 1 } },
  { operation: 'cancelContactImport', path: IMPORT, title: 'one that is complete', expect: { status: 'completed' } },
  { operation: 'listContactImportErrors', path: IMPORT, query: { limit: '2' }, expect: { 'data.0.line': 2 } },
]

export const contactsEndings: Step[] = [
  {
    operation: 'createContact',
    title: 'who is to be erased',
    body: { email: 'verify-erased@example.com' },
    leaves: 'erased contact',
  },
  { operation: 'eraseContact', path: { contact_id: '((erased contact.id))' }, leaves: 'erasure' },
  { operation: 'getContactErasure', path: { erasure_id: '((erasure.id))' }, expect: { id: '((erasure.id))' } },
  { operation: 'removeAudienceContact', path: MEMBER, expect: { deleted: true } },
  {
    operation: 'removeContact',
    title: 'that was in an audience',
    path: { contact_id: '((audience member.id))' },
    expect: { deleted: true },
  },
  { operation: 'removeContact', path: CONTACT, expect: { deleted: true } },
]
