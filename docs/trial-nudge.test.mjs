import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const { LETTERMILL_URL, LETTERMILL_API_KEY } = process.env
const graph = JSON.parse(await readFile(new URL('trial-nudge.json', import.meta.url), 'utf8'))

async function simulate(scenario) {
  const response = await fetch(`${LETTERMILL_URL}/automations/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LETTERMILL_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...graph, at: '2026-11-02T08:00:00Z', ...scenario }),
  })
  const answer = await response.json()
  assert.equal(response.status, 200, answer.message)
  return answer
}

const contact = { email: 'ana@example.com', first_name: 'Ana' }

test('who does not answer is reminded after three days', async () => {
  const { status, path, emails, warnings } = await simulate({ contact, payload: { plan: 'Pro' } })
  assert.equal(status, 'completed')
  assert.deepEqual(path.map(step => step.key), ['start', 'welcome', 'answer', 'reminder'])
  assert.deepEqual(emails.map(mail => [mail.at, mail.subject]), [
    ['2026-11-02T08:00:00.000Z', 'Welcome to Pro'],
    ['2026-11-05T08:00:00.000Z', 'How do you like Pro?'],
  ])
  assert.deepEqual(warnings, []) // also what would keep the graph from being enabled
})

test('who answers is left in peace', async () => {
  const events = [{ event: 'feedback.received', after: '1 day', payload: { stars: 5 } }]
  const { emails } = await simulate({ contact, payload: { plan: 'Pro' }, events })
  assert.equal(emails.length, 1)
})
