// Of the placeholders in a template (text/placeholders.ts) those that it need not declare.

/** Names that a template may use without declaring them; they come from the contact and from the service. */
const RESERVED = new Set(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL'])
/** Reserved as a name and as the first part of one, as in `contact.first_name`. */
const RESERVED_ROOTS = new Set(['contact', 'this'])

export function isReserved(key: string): boolean {
  return RESERVED.has(key) || RESERVED_ROOTS.has(key.split('.', 1)[0]!)
}
