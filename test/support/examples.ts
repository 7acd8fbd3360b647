// Sends an example of the contract.
import type { Example } from '../../src/interfaces/contract/examples.ts'
import { asSent } from './imports.ts'
import type { RequestOptions, Reply } from './server.ts'

interface Answering {
  call(method: string, path: string, ask?: RequestOptions): Promise<Reply>
}

/** Operations at which a client authenticates itself. */
const PUBLIC = ['exchangeToken', 'revokeToken', 'authorize', 'authorizeDevice', 'pushAuthorizationRequest']

/** A body encoded as a form. */
export function asForm(body: unknown): RequestOptions {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(body as Record<string, string>).toString() }
}

export async function sendExample(example: Example, to: Answering): Promise<Reply> {
  const { method, path, path_values, query, body, operation, is_upload, is_form } = example
  const at = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path_values[name] ?? ''))
  if (is_upload) return to.call(method.toUpperCase(), at, await asSent(body as object))
  const search = new URLSearchParams(query).toString()
  const key = PUBLIC.includes(operation) ? { key: null } : {}
  return to.call(method.toUpperCase(), search === '' ? at : `${at}?${search}`, {
    ...key,
    ...(is_form ? asForm(body) : { body }),
  })
}
