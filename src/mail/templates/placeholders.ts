// The placeholders (text/placeholders.ts) that a template need not declare.

/** Names that need no declaration, because the contact or the service provides their values. */
const RESERVED = new Set(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL'])
/** Names reserved alone and before a dot, as in `contact.first_name`. */
const RESERVED_ROOTS = new Set(['contact', 'this'])

export function isReserved(key: string): boolean {
  return RESERVED.has(key) || RESERVED_ROOTS.has(key.split('.', 1)[0]!)
}
