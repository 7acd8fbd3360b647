// Converts a step with all names replaced into the request to send.
import type { Request } from './client.ts'
import type { Operation } from './contract.ts'
import type { Step } from './plan/step.ts'

export function requestOf({ path, method, scopes, body: json }: Operation, step: Step, api_key: string): Request {
  const { query = {}, form, upload, raw_body, oversize_bytes: oversize } = step
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => segment(step.path?.[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const sent = upload ? partsOf(upload) : form ? new URLSearchParams(form).toString() : JSON.stringify(step.body)
  // a missing value has no text, which the types do not express
  const body: string | undefined = raw_body ?? sent
  const type = upload
    ? `multipart/form-data; boundary=${BOUNDARY}`
    : form && !raw_body && !oversize
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const keyed = step.as === 'key' || (step.as !== 'none' && scopes !== undefined)
  const headers = new Headers({
    Accept: 'application/json',
    ...(keyed && { Authorization: `Bearer ${api_key}` }),
    ...((body !== undefined || oversize !== undefined) && (json || upload || form) && { 'Content-Type': type }),
  })
  for (const [name, value] of Object.entries(step.headers ?? {})) headers.set(name, value)
  return {
    method: step.method ?? method,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: Object.fromEntries(headers),
    ...(oversize === undefined ? { body } : { oversize }),
  }
}

const BOUNDARY = 'verify-4f1c9a'

function partsOf(upload: Record<string, string>): string {
  const parts = Object.entries(upload).map(([name, text]) => {
    const file = name === 'file' ? '; filename="contacts.csv"' : ''
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
  })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

/** Keeps a percent escape that is malformed on purpose. */
function segment(value: string): string {
  return value === '%zz' ? value : encodeURIComponent(value)
}
