// Translates the results of mailauth into those of the API.
import type { AuthenticateResult } from 'mailauth'
import type { DnsAnswer, DnsKind } from '../../../base/net/dns.ts'
import type { Authentication, AuthenticationWord } from '../rules.ts'

export interface AuthenticationFindings {
  authentication: Authentication
  /** DMARC failed, and the policy of the domain is `reject`. */
  asks_to_reject: boolean
  /** Our own `Authentication-Results` field, with CRLF; empty if there is none. */
  results: string
}

export function authenticationFindings({ spf, dkim, dmarc, headers }: AuthenticateResult): AuthenticationFindings {
  const of_spf = spf ? spf.status.result : 'none'
  const of_dmarc = dmarc ? dmarc.status.result : 'none'
  const policy = dmarc ? (dmarc.policy ?? 'none') : 'none'
  return {
    authentication: {
      spf: SPF[of_spf] ?? 'unknown',
      dkim: dkimFinding(
        dkim.results.map(({ status }) => ({ result: status.result, isAligned: Boolean(status.aligned) })),
      ),
      // with `p=none` the domain owner requests no action upon a failure
      dmarc: of_dmarc === 'fail' && policy === 'none' ? 'gray' : (DMARC[of_dmarc] ?? 'unknown'),
    },
    asks_to_reject: of_dmarc === 'fail' && policy === 'reject',
    results: ownField(headers),
  }
}

const SPF: Readonly<Record<string, AuthenticationWord>> = {
  pass: 'pass',
  fail: 'fail',
  softfail: 'gray',
  neutral: 'gray',
  none: 'gray',
  temperror: 'processing_failed',
  permerror: 'processing_failed',
}

const DMARC: Readonly<Record<string, AuthenticationWord>> = {
  pass: 'pass',
  fail: 'fail',
  none: 'gray',
  temperror: 'processing_failed',
  permerror: 'processing_failed',
}

/** One valid signature that is aligned with the domain of `From` is sufficient, regardless of the others. */
function dkimFinding(all: readonly { result: string; isAligned: boolean }[]): AuthenticationWord {
  const has = (...results: string[]): boolean => all.some(({ result }) => results.includes(result))
  if (all.some(({ result, isAligned }) => result === 'pass' && isAligned)) return 'pass'
  if (has('fail', 'policy')) return 'fail'
  if (has('temperror', 'permerror')) return 'processing_failed'
  if (all.some(({ result }) => result === 'neutral')) return 'fail'
  return 'gray'
}

/** Uses only `Authentication-Results` from the fields of mailauth: `Received-SPF` repeats the result of SPF. */
function ownField(headers: string): string {
  const lines = headers.split('\r\n')
  const first = lines.findIndex(line => line.startsWith('Authentication-Results:'))
  if (first === -1) return ''
  const folded = lines.slice(first + 1)
  const end = folded.findIndex(line => !/^[ \t]/.test(line))
  return [lines[first]!, ...folded.slice(0, end === -1 ? folded.length : end)].map(line => `${line}\r\n`).join('')
}

/** Our DNS answer in the form of `node:dns`, which mailauth expects, or an error with a code of `node:dns`. */
export function dnsAnswer<Kind extends DnsKind>(name: string, kind: string, answer: DnsAnswer<Kind>): unknown[] {
  if ('none' in answer) throw failed(answer.none === 'name' ? 'ENOTFOUND' : 'ENODATA', name, kind)
  if ('trouble' in answer) throw failed('ETIMEOUT', name, kind)
  if (kind === 'TXT') return answer.found.map(text => [text])
  return answer.found
}

function failed(code: string, name: string, kind: string): Error {
  return Object.assign(new Error(`query${kind} ${code} ${name}`), { code })
}
