// Stored links of people to their accounts at an OpenID provider.
import { text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const links = table('provider_links', {
  issuer: text,
  /** The person's id at the provider. */
  subject: text,
  user_id: uuid,
  created_at: text,
})

export type ProviderLink = RecordOf<typeof links>

export const findLink = links.find('issuer', 'subject').one
export const findLinkOfUser = links.find('user_id', 'issuer').one
export const insertLink = links.insert().put
/** All links of a person, to any provider. */
export const listProviderLinks = links.query<{ user_id: string }>(({ rows, params }) =>
  rows.where(params('user_id')).orderBy('issuer'),
).all
/** Removes all links of a person. Returns whether there were any. */
export const removeProviderLinks = links.remove('user_id').did
export const removeProviderLink = links.remove('user_id', 'issuer').did
