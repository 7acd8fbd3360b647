// The stored form of payloads. Every email has a job, so its payload does not repeat the values of other columns.
import type { Jobs, JobKind } from './kinds.ts'
import type { JobRow } from './store.ts'

/** The field of a payload that is the id of the job's subject, for kinds whose payloads are stored without it. */
const SUBJECTS: { readonly [K in JobKind]?: string & keyof Jobs[K] } = { deliver_email: 'email_id' }

/** The id of the subject: the id of the job is that id, or starts with it and a slash. */
function subjectOf(id: string): string {
  const slash = id.indexOf('/')
  return slash < 0 ? id : id.slice(0, slash)
}

/**
 * The payload without the ids of the team and the subject, if its kind is stored without them and other columns of the
 * job contain both.
 */
export function storedPayload(kind: JobKind, id: string, payload: object): object {
  const subject = SUBJECTS[kind]
  if (subject === undefined) return payload
  const { team_id, [subject]: about, ...rest } = payload as Record<string, unknown>
  // jobs of an earlier version have no team
  return team_id !== undefined && about === subjectOf(id) ? rest : payload
}

/** The payload of a job as it was enqueued. Throws if it is not JSON. */
export function payloadOf<K extends JobKind>(
  kind: K,
  { id, team_id, payload }: Pick<JobRow, 'id' | 'team_id' | 'payload'>,
): Jobs[K] {
  const stored: object = JSON.parse(payload)
  const subject = SUBJECTS[kind]
  if (subject === undefined || team_id === null || subject in stored) return stored as Jobs[K]
  return { team_id, [subject]: subjectOf(id), ...stored } as Jobs[K]
}
