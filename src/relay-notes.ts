// What is told of the mail server that mail goes to.
import type { Notice } from './dashboard/parts.ts'
import type { RelayStatus } from './net/relay-status.ts'

/** For everybody: without words, which may name people and machines. */
export function relayNote({ state, code, at }: RelayStatus): object {
  return { state, code, at }
}

export function relayNotice({ state, reply_text, at }: RelayStatus, host: string): Notice | undefined {
  if (state === 'unknown') return undefined
  if (state === 'up') return { words: `The mail server ${host} answers.`, is_trouble: false }
  return { words: `Mail waits, as the mail server ${host} cannot be used since ${at}: ${reply_text}`, is_trouble: true }
}
