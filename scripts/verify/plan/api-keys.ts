// API keys, including a sending key: operations that it must not use are refused.
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
    title: 'for an unknown domain',
    body: { name: 'Verify ((run))', permission: 'sending_access', domain_id: '((nobody))' },
    status: 404,
  },
]
