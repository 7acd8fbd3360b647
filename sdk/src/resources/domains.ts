// The domains that a team sends from, and claims to domains of other teams.
import * as operations from '../generated/sdk.gen.js'
import type { ClaimDomain, CreateDomain, UpdateDomain } from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

export const domains = (to: Transport) => ({
  /** The response contains the DNS records to add. */
  create: (body: CreateDomain, options?: CallOptions) => dataOf(operations.createDomain({ ...options, ...to, body })),
  /** Includes the DNS records and their status. */
  get: (domain_id: string, options?: CallOptions) =>
    dataOf(operations.getDomain({ ...options, ...to, path: { domain_id } })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listDomains({ ...options, ...to, query: page }))),
  update: (domain_id: string, body: UpdateDomain, options?: CallOptions) =>
    dataOf(operations.updateDomain({ ...options, ...to, path: { domain_id }, body })),
  remove: (domain_id: string, options?: CallOptions) =>
    removalOf(operations.removeDomain({ ...options, ...to, path: { domain_id } }), {
      object: 'domain',
      id: domain_id,
      deleted: true,
    }),
  /** Starts a DNS check of the records; `get` returns the result. */
  verify: (domain_id: string, options?: CallOptions) =>
    dataOf(operations.verifyDomain({ ...options, ...to, path: { domain_id } })),
  /** Creates new DKIM keys. They sign email after the records in the response were found. */
  rotateDkim: (domain_id: string, options?: CallOptions) =>
    dataOf(operations.rotateDkim({ ...options, ...to, path: { domain_id } })),
  claims: {
    /** Claims a domain of another team; the response contains the record that proves ownership. */
    create: (body: ClaimDomain, options?: CallOptions) => dataOf(operations.claimDomain({ ...options, ...to, body })),
    get: (domain_id: string, options?: CallOptions) =>
      dataOf(operations.getDomainClaim({ ...options, ...to, path: { domain_id } })),
    /** Starts a DNS check of the claim's record. */
    verify: (domain_id: string, options?: CallOptions) =>
      dataOf(operations.verifyDomainClaim({ ...options, ...to, path: { domain_id } })),
  },
})
