// Domains: created, read and rotated. Verification requires the DNS of a domain owner.
import type { Step } from './step.ts'

const DOMAIN = { domain_id: '((domain.id))' }
const OWNED = 'requires a domain that another team has verified'

export const domains: Step[] = [
  { operation: 'createDomain', body: { name: 'verify-((unique)).example.com' }, leaves: 'domain' },
  {
    operation: 'createDomain',
    title: 'that already exists',
    body: { name: '((domain.name))' },
    status: 403,
  },
  { operation: 'createDomain', title: 'elsewhere', body: { name: 'x.example.com', region: 'mars-1' }, status: 422 },
  { operation: 'getDomain', path: DOMAIN, expect: { id: '((domain.id))', status: 'not_started' } },
  { operation: 'updateDomain', path: DOMAIN, body: { tls: 'enforced' } },
  { operation: 'claimDomain', body: { name: 'claimed.example.com' }, status: 201, unreachable: OWNED },
  { operation: 'claimDomain', title: 'again', body: { name: 'claimed.example.com' }, unreachable: OWNED },
  { operation: 'claimDomain', title: 'that no team has', body: { name: 'verify-((unique)).example.org' }, status: 422 },
  { operation: 'getDomainClaim', path: DOMAIN, unreachable: OWNED },
  { operation: 'verifyDomainClaim', path: DOMAIN, unreachable: OWNED },
]
