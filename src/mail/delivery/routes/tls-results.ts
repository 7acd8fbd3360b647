// Results of encryption, in the terms of RFC 8460 (SMTP TLS Reporting).
import type { SmtpResult } from '../../../base/net/smtp-result.ts'

export interface TlsResult {
  policy: 'tlsa' | 'sts' | 'no-policy-found'
  /** `successful`, or a failure type of RFC 8460 4.3. */
  result: string
}

/** Failure types, by Node's error messages. */
const FAILURES: readonly [RegExp, string][] = [
  [/STARTTLS/i, 'starttls-not-supported'],
  [/does not match certificate|altnames|Hostname\/IP/i, 'certificate-host-mismatch'],
  [/expired/i, 'certificate-expired'],
  [/self[- ]signed|unable to (?:verify|get)|not trusted|issuer|CERT_/i, 'certificate-not-trusted'],
  [/TLSA/, 'tlsa-invalid'],
]

/** `undefined`: the connection failed before encryption. */
export function tlsResultOf(policy: TlsResult['policy'], answer: SmtpResult): TlsResult | undefined {
  if (answer.tls) return { policy, result: 'successful' }
  if (answer.accepted || answer.scope !== 'connection') return { policy, result: 'starttls-not-supported' }
  const result = failureOf(answer.reply.reply_text)
  if (result !== undefined) return { policy, result }
  return isAboutTls(answer.reply.reply_text) ? { policy, result: 'validation-failure' } : undefined
}

function failureOf(reply_text: string): string | undefined {
  return FAILURES.find(([words]) => words.test(reply_text))?.[1]
}

function isAboutTls(reply_text: string): boolean {
  return /\b(?:TLS|SSL|certificate|handshake)\b/i.test(reply_text)
}
