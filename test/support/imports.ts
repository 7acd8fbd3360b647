// Files of contacts, sent as a form; waits for the results.
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from './server.ts'

export interface ImportForm {
  /** The bytes or the text of the file; `undefined` omits it. */
  file?: string | Buffer<ArrayBuffer> | undefined
  column_map?: unknown
  on_conflict?: string
  segments?: unknown
  topics?: unknown
}

/** `order`: the order of the parts. */
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

/** The form as sent over HTTP. */
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

/** Waits until an import has finished. */
export async function endOf(at: At, id: string, timeout = 60_000): Promise<SeenImport> {
  const deadline = performance.now() + timeout
  for (;;) {
    const seen = await seenImport(at, id)
    if (seen.completed_at !== null) return seen
    if (performance.now() > deadline) throw new Error(`It goes on: ${JSON.stringify(seen)}`)
    await pause(20)
  }
}

/** Sends a valid file and waits until the import has finished. */
export async function importOf(at: At, form: ImportForm): Promise<SeenImport> {
  const { status, body } = await sendFile(at, form)
  if (status !== 201) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  return endOf(at, body.id)
}

/** The errors in the rows of an import: line, column and reason. */
export async function faultsOf({ url, key }: At, id: string): Promise<[number, string | null, string][]> {
  const response = await fetch(`${url}/contacts/imports/${id}/errors?limit=100`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data } = (await response.json()) as { data: { line: number; column: string | null; reason: string }[] }
  return data.map(({ line, column, reason }) => [line, column, reason])
}
