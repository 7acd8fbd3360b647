// Accepts email for the SMTP interface: finds the domains of its recipients, and stores its bytes as they arrive, before the
// 250.
import { findReceivingDomain } from '../../../identity/domains/actions.ts'
import { IncomingContent } from '../../../mail/attachments/store/incoming.ts'
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import { domainOf } from '../../../base/text/addresses.ts'
import type { Peer } from '../rules.ts'
import { insertArrival } from '../store.ts'

/** The team and the domain of a recipient. */
export interface ReceivingDomain {
  team_id: string
  domain_id: string
  /** Another server forwards the email to an inbox. */
  isForwarded?: true
}

/** How long a receiving domain is cached. Other domains are never cached, so that a new domain can receive immediately. */
const BELIEVED_MS = 3_000
const KNOWN_MAX = 10_000

/** Looks up the domains that receive email, with a cache of a few seconds. */
export class ReceivingDomains {
  readonly #read: Database['read']
  readonly #known = new BoundedMap<string, { receiver: ReceivingDomain; until_ms: number }>(KNOWN_MAX)

  constructor(read: Database['read']) {
    this.#read = read
  }

  /** `undefined`: no domain with this name receives email. */
  async find(name: string): Promise<ReceivingDomain | undefined> {
    const known = this.#known.get(name)
    if (known && known.until_ms > performance.now()) return known.receiver
    const receiver = await this.#read(tx => findReceivingDomain(tx, name))
    if (receiver) this.#known.set(name, { receiver, until_ms: performance.now() + BELIEVED_MS })
    else this.#known.delete(name)
    return receiver
  }
}

export interface IncomingEnvelope {
  from: string
  recipients: readonly { address: string; receiver: ReceivingDomain }[]
  peer: Peer
}

/** An incoming email. It is stored once for each team, with the team's own recipients only. */
export class IncomingMail {
  readonly #now: () => Date
  readonly #envelope: IncomingEnvelope
  readonly #content: IncomingContent

  constructor(storing: { database: Pick<Database, 'unit'>; now: () => Date }, envelope: IncomingEnvelope) {
    this.#now = storing.now
    this.#envelope = envelope
    this.#content = new IncomingContent(storing, [...new Set(teamsOf(envelope))])
  }

  /** Stores a part of exactly `STORED_PART_BYTES` that is not the last one. */
  addPart(data: Buffer): Promise<void> {
    return this.#content.addPart(data)
  }

  /**
   * Stores the last part, an arrival for each team and a job that parses it, in one transaction. Returns the id of the first
   * arrival, which becomes the id of its team's received email.
   */
  async finish(data: Buffer): Promise<string> {
    const bytes = this.#content.bytes + data.length
    return this.#content.finish(data, async (tx, stored) => {
      const ids: string[] = []
      for (const [team_id, { id: raw_blob_id }] of stored) {
        const id = tx.newId('received_emails')
        await this.#arrive(tx, { id, team_id, raw_blob_id, bytes })
        ids.push(id)
      }
      return ids[0]!
    })
  }

  /** Removes the stored parts of an email that was refused or whose connection broke. */
  discard(): Promise<void> {
    return this.#content.discard()
  }

  async #arrive(tx: Tx, mail: { id: string; team_id: string; raw_blob_id: string; bytes: number }): Promise<void> {
    const { from: envelope_from, recipients: all, peer } = this.#envelope
    const own = all.filter(({ receiver }) => receiver.team_id === mail.team_id)
    const [recipients, domain_id] = [own.map(({ address }) => address), own[0]!.receiver.domain_id]
    const now = this.#now()
    insertArrival(tx, { ...mail, domain_id, envelope_from, recipients, peer, created_at: now.toISOString() })
    const destination = domainOf(envelope_from).toLowerCase()
    const payload = { team_id: mail.team_id, arrival_id: mail.id, destination }
    await enqueue(tx, 'read_received', payload, now, now, mail.id)
  }
}

function teamsOf({ recipients }: IncomingEnvelope): string[] {
  return recipients.map(({ receiver }) => receiver.team_id)
}
