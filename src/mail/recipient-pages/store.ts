// The table with the appearance of recipient pages.
import { nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import { table } from '../../base/store/table.ts'
import type { RecipientBranding } from './rules.ts'

const looks = table<RecipientBranding & { team_id: string }>('recipient_pages', {
  team_id: uuid,
  accent: nullable(text),
  logo_id: nullable(uuid),
  language: oneOf<RecipientBranding['language']>(),
})

export const findBranding = looks.only('accent', 'logo_id', 'language').find('team_id').one
export const saveBranding = looks.upsert(['team_id'], ['accent', 'logo_id', 'language']).put
