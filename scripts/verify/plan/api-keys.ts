// API keys, among them one that may only send: what it must not reach is refused to it.
import type { Step } from './step.ts'

export const apiKeys: Step[] = [
  {
    operation: 'createApiKey',
    body: { name: 'Verify ((run))', permission: 'sending_access' },
    leaves: 'sending key',
  },
  { operation: 'createApiKey', body: { name: 'Verify ((run))' }, title: 'with full access', leaves: 'api_key' },
  {
    operation: 'createApiKey',
    title: 'for a domain that is not there',
    body: { name: 'Verify ((run))', permission: 'sending_access', domain_id: '((nobody))' },
    status: 404,
  },
]
