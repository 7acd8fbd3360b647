// Templates: created, published, duplicated, updated, deleted.
import type { Step } from './step.ts'

const BY_ID = { template_id: '((template.id))' }
const IN_EDITOR = { resource_type: 'template', resource_id: '((template.id))' }
const OF_NONE = { ...IN_EDITOR, resource_id: '((nobody))' }
const NONE = { title: 'an unknown template', status: 404 }
const DOCUMENT = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Order {{{ORDER}}}' }] }],
}

export const templates: Step[] = [
  {
    operation: 'createTemplate',
    body: {
      name: 'Verify ((unique))',
      alias: 'verify-((unique))',
      from: '((from))',
      subject: 'Your order {{{ORDER}}}',
      html: '<p>Order {{{ORDER}}}: {{{TOTAL}}}</p>',
      variables: [
        { key: 'ORDER', type: 'string' },
        { key: 'TOTAL', type: 'number', fallback_value: 0 },
      ],
    },
    leaves: 'template',
  },
  { operation: 'getTemplate', path: BY_ID, expect: { id: '((template.id))', status: 'draft' } },
  {
    operation: 'updateTemplate',
    path: BY_ID,
    body: { subject: 'Thank you for order {{{ORDER}}}' },
    leaves: 'changed template',
  },
  { operation: 'publishTemplate', path: BY_ID, leaves: 'published' },
  {
    operation: 'getTemplate',
    title: 'published',
    path: { template_id: '((published.id))' },
    needs: ['changed template'],
    expect: { status: 'published', subject: 'Thank you for order {{{ORDER}}}' },
  },
  { operation: 'connectEditor', body: { ...IN_EDITOR, agent_name: 'verify' } },
  { operation: 'composeEditorContent', body: { ...IN_EDITOR, content: DOCUMENT }, leaves: 'composed' },
  {
    operation: 'getEditorContent',
    query: IN_EDITOR,
    needs: ['composed'],
    expect: { 'content.content.0.content.0.text': 'Order {{{ORDER}}}' },
  },
  { operation: 'disconnectEditor', body: { ...IN_EDITOR, agent_name: 'verify' }, expect: { ok: true } },
  { operation: 'connectEditor', body: OF_NONE, ...NONE },
  { operation: 'composeEditorContent', body: { ...OF_NONE, content: DOCUMENT }, ...NONE },
  { operation: 'getEditorContent', query: OF_NONE, ...NONE },
  { operation: 'disconnectEditor', body: OF_NONE, ...NONE },
]
