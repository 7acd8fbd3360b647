// The five requests that every client sends: what must exist before them, and the expected responses.
import { rmSync } from 'node:fs'
import { serverProcess } from '../test/support/process.ts'
import { freePort } from '../test/support/port.ts'
import { temporaryFolder } from '../test/support/folder.ts'

export const CALLS = ['create email', 'get email', 'patch automation', '422', 'paginated list'] as const
export type Call = (typeof CALLS)[number]

/** The line of JSON that a driver prints. Values are missing if a client lost a type or a field. */
interface Answers {
  sent?: { id?: string }
  email?: { id?: string; subject?: string; to?: string[]; scheduled_at?: string | null }
  graph?: { object?: string; id?: string }
  status?: { object?: string; id?: string }
  automation?: { id?: string; name?: string; status?: string; steps?: string[] }
  refusal?: { statusCode?: number; name?: string; message?: string }
  pages?: string[][]
}

export interface Prepared {
  /** The environment variables of the driver. */
  env: { LETTERMILL_URL: string; LETTERMILL_API_KEY: string; AUTOMATION_ID: string }
  stop(): Promise<void>
}

const KEY = 're_contract_0123456789abcdef0123456789abcdef'
const MAIL = { from: 'Ada <ada@example.com>', to: 'bob@example.net', subject: 'Before', text: 'Hi' }
const TEMPLATE = {
  name: 'Welcome',
  alias: 'welcome',
  from: 'Ada <ada@example.com>',
  subject: 'Hello {{{NAME}}}',
  html: '<p>{{{SEATS}}} seats</p>',
  variables: [
    { key: 'NAME', type: 'string', fallback_value: 'friend' },
    { key: 'SEATS', type: 'number', fallback_value: 1 },
  ],
}
const AUTOMATION = {
  name: 'Before',
  steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
  connections: [],
}

/** A server of this checkout in a process of its own, with two emails, a published template and an automation. */
export async function prepare(): Promise<Prepared> {
  const data_dir = temporaryFolder()
  const PORT = String(await freePort())
  const server = await serverProcess({ PORT, DATA_DIR: data_dir, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'warn' })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
  try {
    const AUTOMATION_ID = await fill(server.url)
    return { env: { LETTERMILL_URL: server.url, LETTERMILL_API_KEY: KEY, AUTOMATION_ID }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates what must exist before the requests. Returns the id of the automation. */
async function fill(url: string): Promise<string> {
  const post = async (path: string, body?: object): Promise<{ id: string }> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ id: string }>
  }
  await post('/emails', MAIL)
  await post('/emails', MAIL)
  await post('/templates', TEMPLATE)
  await post('/templates/welcome/publish')
  const { id } = await post('/automations', AUTOMATION)
  return id
}

const STEPS = ['trigger', 'delay 2 days', 'condition', 'send_email']
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The requests that got the expected response. */
export function judge(answers: Answers, automation_id: string): Record<Call, boolean> {
  const { sent, email, graph, status, automation, refusal, pages = [] } = answers
  const saved = [graph, status].every(answer => answer?.object === 'automation' && answer.id === automation_id)
  return {
    'create email': /^[0-9a-f-]{36}$/.test(sent?.id ?? ''),
    'get email':
      email?.id === sent?.id &&
      email?.subject === 'Hello' &&
      same(email.to, ['bob@example.net']) &&
      !email.scheduled_at,
    'patch automation':
      saved && automation?.name === 'Renamed' && automation.status === 'enabled' && same(automation.steps, STEPS),
    '422':
      refusal?.statusCode === 422 &&
      refusal.name === 'validation_error' &&
      refusal.message?.includes('nobody') === true,
    'paginated list':
      same(
        pages.map(({ length }) => length),
        [2, 1],
      ) &&
      pages.flat()[0] === sent?.id &&
      new Set(pages.flat()).size === 3,
  }
}
