// Tells the callers of a deprecated operation since when it is one and when it will end (RFC 9745, RFC 8594).

/** What the contract says about it: two moments in RFC 3339. */
export interface Deprecated {
  deprecated?: boolean | undefined
  'x-deprecated-at'?: string
  'x-sunset'?: string
}

/** The headers of every answer of this operation, errors too; `undefined` when it is not deprecated. */
export function deprecationHeaders(operation: Deprecated): Record<string, string> | undefined {
  const { deprecated, 'x-deprecated-at': since, 'x-sunset': end } = operation
  if (deprecated !== true || since === undefined || end === undefined) return undefined
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(end).toUTCString() }
}
