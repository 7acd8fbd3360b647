// API keys, among them one that may only send: what it must not reach is refused to it.
import type { Step } from './step.ts'

export const apiKeys: Step[] = [
  {
    operation: 'createApiKey',
    body: { name: 'Verify ((run))', permission: 'sending_access' },
    leaves: 'sending key',
  },
  { operation: 'createApiKey', body: { name: 'Verify ((run))' }, title: 'with full access', leaves: 'api key' },
  {
    operation: 'createApiKey',
    title: 'for a domain that is not there',
    body: { name: 'Verify ((run))', permission: 'sending_access', domain_id: '((nobody))' },
    status: 404,
  },
  { operation: 'updateApiKey', path: { api_key_id: '((api key.id))' }, body: { name: 'Verify ((run)), renamed' } },
  { operation: 'listApiKeys', query: { limit: '2' }, needs: ['api key'] },
]

export const apiKeysRemoved: Step[] = [
  { operation: 'removeApiKey', path: { api_key_id: '((api key.id))' }, expect: { deleted: true } },
]
