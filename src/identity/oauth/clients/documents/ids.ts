// Ids that are URLs: where a client publishes the document that describes it (draft-ietf-oauth-client-id-metadata-document 3).
// They are compared as text and never normalized, so text that two parsers could interpret differently is not a valid id.
import { browserHost } from '../redirect-uri.ts'

const BYTES_MAX = 2048

/** Host and port, a path of at least `/`, and an optional query. */
const DOCUMENT_URL = /^https:\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]))(:[1-9]\d{0,4})?(\/[^?]*)(?:\?.*)?$/

/** Whether the id is that of a document. Ids that this server generates never start like that. */
export function isDocumentId(client_id: string): boolean {
  return client_id.startsWith('https://')
}

/** Why an id that begins with `https://` cannot be the URL of a document; `undefined` if it can. */
export function documentIdFault(client_id: string): string | undefined {
  if (client_id.length > BYTES_MAX) return `It must have at most ${BYTES_MAX} bytes.`
  if (!/^[\x21-\x7e]+$/.test(client_id)) return 'It must contain only printable ASCII characters without spaces.'
  if (client_id.includes('#')) return 'It must not have a fragment (#).'
  if (client_id.includes('\\')) return 'It must not contain a backslash.'
  const [, host, port = ':1', path] = DOCUMENT_URL.exec(client_id) ?? []
  if (host === undefined || path === undefined || Number(port.slice(1)) > 65_535 || !URL.canParse(client_id))
    return 'It must have a host, an optional port, no user name (@), and a path.'
  if (browserHost(host) !== host.toLowerCase())
    return 'Its host must be normalized: lowercase punycode or a usual IP address.'
  // a parser removes such segments, so that several ids would refer to one document
  if (path.split('/').some(segment => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return 'Its path must not contain the segments . or ..'
  return undefined
}

/** The host of an id, with the port if one is given: the most visible property of the client on pages. */
export function hostOfId(client_id: string): string {
  const [, host = '', port = ''] = DOCUMENT_URL.exec(client_id) ?? []
  return `${host.toLowerCase()}${port}`
}
