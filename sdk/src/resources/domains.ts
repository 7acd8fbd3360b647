// The domains that mail is sent from, and claims to those that another team has.
import * as operations from '../generated/sdk.gen.js'
import type { ClaimDomain, CreateDomain, UpdateDomain } from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

export const domains = (to: Transport) => ({
  /** The answer has the records to put into DNS. */
  create: (body: CreateDomain, options?: CallOptions) => dataOf(operations.createDomain({ ...options, ...to, body })),
  /** With its records, and what DNS says of each. */
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
  /** Has DNS asked for the records; `get` tells what came of it. */
  verify: (domain_id: string, options?: CallOptions) =>
    dataOf(operations.verifyDomain({ ...options, ...to, path: { domain_id } })),
  /** Makes new keys; mail is signed with them once their records, which the answer has, are found. */
  rotateDkim: (domain_id: string, options?: CallOptions) =>
    dataOf(operations.rotateDkim({ ...options, ...to, path: { domain_id } })),
  claims: {
    /** Asks for a domain that another team has; the answer has the record that proves whose it is. */
    create: (body: ClaimDomain, options?: CallOptions) => dataOf(operations.claimDomain({ ...options, ...to, body })),
    get: (domain_id: string, options?: CallOptions) =>
      dataOf(operations.getDomainClaim({ ...options, ...to, path: { domain_id } })),
    /** Has DNS asked for the record of the claim. */
    verify: (domain_id: string, options?: CallOptions) =>
      dataOf(operations.verifyDomainClaim({ ...options, ...to, path: { domain_id } })),
  },
})
