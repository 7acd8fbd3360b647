// The actor of a unit of work, for the audit log (watch/audit).

export interface Actor {
  readonly kind: 'person' | 'api_key' | 'client' | 'command' | 'server'
  /** `null`: it has none; a client is identified by its grant instead. */
  readonly id: string | null
  /** The name at that time, if known. */
  readonly name?: string | undefined
  /** The grant by which a client acts. */
  readonly grant_id?: string | undefined
  readonly ip?: string | undefined
  readonly request_id?: string | undefined
}

/** The server, for units that no caller started. */
export const SERVER: Actor = { kind: 'server', id: null }

/** The server acting as the agent of an inbox. */
export const AGENT: Actor = { kind: 'server', id: null, name: 'agent' }

/** The id of the person who acts; `null` if the actor is not a person. */
export function userIdOfActor({ kind, id }: Actor): string | null {
  return kind === 'person' ? id : null
}
