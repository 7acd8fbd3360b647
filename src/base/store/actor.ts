// Who does what a unit of work does: for those who ask later (watch/audit).

export interface Actor {
  readonly kind: 'person' | 'api_key' | 'client' | 'command' | 'server'
  /** `null`: there is none, or of a client it is that of its grant. */
  readonly id: string | null
  /** As it is at that moment, where it is at hand. */
  readonly name?: string | undefined
  /** The grant that a client acts by. */
  readonly grant_id?: string | undefined
  readonly ip?: string | undefined
  readonly request_id?: string | undefined
}

/** What begins units by itself. */
export const SERVER: Actor = { kind: 'server', id: null }

/** The server as the agent of an inbox. */
export const AGENT: Actor = { kind: 'server', id: null, name: 'agent' }
