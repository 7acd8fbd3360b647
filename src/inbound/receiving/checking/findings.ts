// What came of checking a mail, in the wire's words.
import type { AuthenticateResult } from 'mailauth'
import type { DnsAnswer, DnsKind } from '../../../base/net/dns.ts'
import type { Authentication, AuthenticationWord } from '../rules.ts'

export interface Checked {
  authentication: Authentication
  /** The domain of the sender asks to refuse what fails. */
  asks_to_reject: boolean
  /** Our own header field, in lines. */
  results: string
}

export function findingsOf({ spf, dkim, dmarc, headers }: AuthenticateResult): Checked {
  const of_spf = spf ? spf.status.result : 'none'
  const of_dmarc = dmarc ? dmarc.status.result : 'none'
  const policy = dmarc ? (dmarc.policy ?? 'none') : 'none'
  return {
    authentication: {
      spf: SPF[of_spf] ?? 'unknown',
      dkim: dkimFinding(
        dkim.results.map(({ status }) => ({ result: status.result, isAligned: Boolean(status.aligned) })),
      ),
      // a domain that asks for nothing has not said what a failure means
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

/** A signature of the sender's own domain that is right goes before all others. */
function dkimFinding(all: readonly { result: string; isAligned: boolean }[]): AuthenticationWord {
  const has = (...results: string[]): boolean => all.some(({ result }) => results.includes(result))
  if (all.some(({ result, isAligned }) => result === 'pass' && isAligned)) return 'pass'
  if (has('fail', 'policy')) return 'fail'
  if (has('temperror', 'permerror')) return 'processing_failed'
  if (all.some(({ result }) => result === 'neutral')) return 'fail'
  return 'gray'
}

/** Only `Authentication-Results`; the other one says the same of SPF alone. */
function ownField(headers: string): string {
  const lines = headers.split('\r\n')
  const first = lines.findIndex(line => line.startsWith('Authentication-Results:'))
  if (first === -1) return ''
  const folded = lines.slice(first + 1)
  const end = folded.findIndex(line => !/^[ \t]/.test(line))
  return [lines[first]!, ...folded.slice(0, end === -1 ? folded.length : end)].map(line => `${line}\r\n`).join('')
}

/** As `node:dns` gives it, or the error that it throws. */
export function dnsAnswer<Kind extends DnsKind>(name: string, kind: string, answer: DnsAnswer<Kind>): unknown[] {
  if ('none' in answer) throw failed(answer.none === 'name' ? 'ENOTFOUND' : 'ENODATA', name, kind)
  if ('trouble' in answer) throw failed('ETIMEOUT', name, kind)
  if (kind === 'TXT') return answer.found.map(text => [text])
  return answer.found
}

function failed(code: string, name: string, kind: string): Error {
  return Object.assign(new Error(`query${kind} ${code} ${name}`), { code })
}
