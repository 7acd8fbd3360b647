// Broadcasts: created, read, updated, duplicated, deleted.
import type { Step } from './step.ts'

const BY_ID = { broadcast_id: '((broadcast.id))' }
const CONTENT = { from: '((from))', subject: 'Hi {{{contact.first_name|there}}}', html: '<p>Hi</p>' }

export const broadcasts: Step[] = [
  {
    operation: 'createBroadcast',
    body: { name: 'Verify ((unique))', segment_id: '((segment.id))', ...CONTENT },
    leaves: 'broadcast',
  },
  {
    operation: 'createBroadcast',
    title: 'to an unknown segment',
    body: { segment_id: '((nobody))', ...CONTENT },
    status: 404,
  },
  { operation: 'getBroadcast', path: BY_ID, expect: { id: '((broadcast.id))', status: 'draft' } },
  { operation: 'testBroadcast', path: BY_ID, body: { to: ['((to))'] }, expect: { object: 'broadcast_test' } },
  { operation: 'updateBroadcast', path: BY_ID, body: { name: 'Verify ((run)), renamed' } },
  { operation: 'sendBroadcast', path: BY_ID, body: { scheduled_at: 'in 1 day' }, leaves: 'scheduled broadcast' },
  { operation: 'pauseBroadcast', path: BY_ID, needs: ['scheduled broadcast'] },
  { operation: 'resumeBroadcast', path: BY_ID, needs: ['scheduled broadcast'] },
  { operation: 'cancelBroadcast', path: BY_ID, needs: ['scheduled broadcast'], leaves: 'canceled broadcast' },
  { operation: 'cancelBroadcast', title: 'a draft', path: BY_ID, needs: ['canceled broadcast'], status: 403 },
  {
    operation: 'listBroadcastRecipients',
    title: 'of a draft',
    path: BY_ID,
    query: { type: 'sent' },
    expect: { has_more: false },
  },
  { operation: 'listBroadcastClickedLinks', title: 'of a draft', path: BY_ID, expect: { has_more: false } },
  { operation: 'getBroadcastMetrics', query: { broadcast_id: '((broadcast.id))' }, expect: { object: 'metrics' } },
]
