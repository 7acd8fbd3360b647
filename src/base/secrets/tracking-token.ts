// Tokens in the links and images of tracked email: the email, the host at which the token is valid, and the target of
// the link. They are sealed, so that a forged one cannot redirect elsewhere, and they do not expire, because recipients
// keep email.
import { createHash } from 'node:crypto'
import { packUuids, UUID_BYTES, readUuid } from '../text/uuids.ts'
import { Seal } from './seal.ts'

export type TrackedKind = 'open' | 'click'

export interface TrackingTarget {
  kind: TrackedKind
  team_id: string
  email_id: string
  /**
   * The host at which the token is valid, so that a team cannot use another team's domain for redirects to its own
   * targets.
   */
  host: string
  /** The target of a link; empty for an image. */
  url: string
}

const KINDS: readonly TrackedKind[] = ['open', 'click']
const HOST_BYTES = 8
const HEAD_BYTES = 1 + 2 * UUID_BYTES + HOST_BYTES
/** Enough for the longest tracked URL plus what a seal adds, in base64url. */
const TOKEN_LENGTH_MAX = 2800

export class TrackingTokens {
  readonly #seal: Seal

  /** `secret`: a server secret with no other use. */
  constructor(secret: string) {
    this.#seal = new Seal(secret)
  }

  sign({ kind, team_id, email_id, host, url }: TrackingTarget, now: Date): string {
    const ids = packUuids(team_id, email_id)
    const value = Buffer.concat([Buffer.of(KINDS.indexOf(kind)), ids, hostMark(host), Buffer.from(url)])
    return this.#seal.seal(value, now)
  }

  /** `undefined` for any token that this server did not seal for that host and kind. */
  open(kind: TrackedKind, token: string, host: string): TrackingTarget | undefined {
    if (token.length > TOKEN_LENGTH_MAX) return undefined
    const value = this.#seal.open(token)?.value
    if (!value || value.length < HEAD_BYTES || KINDS[value[0]!] !== kind) return undefined
    if (!value.subarray(HEAD_BYTES - HOST_BYTES, HEAD_BYTES).equals(hostMark(host))) return undefined
    const [team_id, email_id] = [readUuid(value, 1), readUuid(value, 1 + UUID_BYTES)]
    return { kind, team_id, email_id, host, url: value.toString('utf8', HEAD_BYTES) }
  }
}

function hostMark(host: string): Buffer {
  return createHash('sha256').update(host.toLowerCase()).digest().subarray(0, HOST_BYTES)
}
