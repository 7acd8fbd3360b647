// Files of contacts, sent to a server as a form, and waiting for what becomes of them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from './server.ts'

export interface ImportForm {
  /** Its bytes, or its text; `undefined`: the form has none. */
  file?: string | Buffer<ArrayBuffer> | undefined
  column_map?: unknown
  on_conflict?: string
  segments?: unknown
  topics?: unknown
}

/** `order`: of the parts, if it matters. */
export function formOf(given: ImportForm, order: readonly (keyof ImportForm)[] = []): FormData {
  const form = new FormData()
  const names = [...order, ...(Object.keys(given) as (keyof ImportForm)[]).filter(name => !order.includes(name))]
  for (const name of names) {
    const value = given[name]
    if (value === undefined) continue
    if (name === 'file') form.append(name, new Blob([value as string]), 'contacts.csv')
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** A form as it goes over the wire. */
export async function asSent(given: ImportForm): Promise<{ headers: Record<string, string>; body: string }> {
  const request = new Response(formOf(given))
  return { headers: { 'content-type': request.headers.get('content-type')! }, body: await request.text() }
}

interface At {
  url: string
  key: string
}

export async function sendForm({ url, key }: At, form: FormData): Promise<Reply> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/contacts/imports`, { method: 'POST', headers, body: form })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

export const sendFile = (at: At, form: ImportForm): Promise<Reply> => sendForm(at, formOf(form))

export interface SeenImport {
  id: string
  status: string
  completed_at: string | null
  counts: { total: number; created: number; updated: number; skipped: number; failed: number; departed: number }
}

export async function seenImport({ url, key }: At, id: string): Promise<SeenImport> {
  const response = await fetch(`${url}/contacts/imports/${id}`, { headers: { authorization: `Bearer ${key}` } })
  return (await response.json()) as SeenImport
}

/** Waits for the end of an import. */
export async function endOf(at: At, id: string, timeout = 60_000): Promise<SeenImport> {
  const deadline = performance.now() + timeout
  for (;;) {
    const seen = await seenImport(at, id)
    if (seen.completed_at !== null) return seen
    if (performance.now() > deadline) throw new Error(`It goes on: ${JSON.stringify(seen)}`)
    await pause(20)
  }
}

/** Sends a file that is accepted, and waits for its end. */
export async function importOf(at: At, form: ImportForm): Promise<SeenImport> {
  const { status, body } = await sendFile(at, form)
  if (status !== 201) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  return endOf(at, body.id)
}

/** What was wrong with the rows of an import: line, column and reason. */
export async function faultsOf({ url, key }: At, id: string): Promise<[number, string | null, string][]> {
  const response = await fetch(`${url}/contacts/imports/${id}/errors?limit=100`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data } = (await response.json()) as { data: { line: number; column: string | null; reason: string }[] }
  return data.map(({ line, column, reason }) => [line, column, reason])
}
