// Suppressions: created one by one and together, read, listed and deleted.
import type { Step } from './step.ts'

const SUPPRESSION = { suppression_id: '((suppression.id))' }
const TOGETHER = ['verify-a-((run))@example.com', 'verify-b-((run))@example.com']

export const suppressions: Step[] = [
  { operation: 'addSuppression', body: { email: 'verify-((unique))@example.com' }, leaves: 'suppression' },
  { operation: 'addSuppression', title: 'an invalid address', body: { email: 'nobody' }, status: 422 },
  { operation: 'getSuppression', path: SUPPRESSION, expect: { id: '((suppression.id))', origin: 'manual' } },
  { operation: 'listSuppressions', query: { limit: '2', origin: 'manual' }, needs: ['suppression'] },
  { operation: 'addSuppressions', body: { emails: TOGETHER }, leaves: 'suppressed together' },
  { operation: 'addSuppressions', title: 'one of which is invalid', body: { emails: ['nobody'] }, status: 422 },
  {
    operation: 'removeSuppressions',
    title: 'with both emails and ids',
    body: { emails: TOGETHER, ids: ['((suppression.id))'] },
    status: 422,
  },
  {
    operation: 'removeSuppressions',
    body: { emails: TOGETHER },
    needs: ['suppressed together'],
    expect: { 'data.1.deleted': true },
  },
]
