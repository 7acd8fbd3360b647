// The table with the appearance of recipient pages.
import { nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import { table } from '../../base/store/table.ts'
import type { RecipientLook } from './rules.ts'

const looks = table<RecipientLook & { team_id: string }>('recipient_pages', {
  team_id: uuid,
  accent: nullable(text),
  logo_id: nullable(uuid),
  language: oneOf<RecipientLook['language']>(),
})

export const findLook = looks.only('accent', 'logo_id', 'language').find('team_id').one
export const saveLook = looks.upsert(['team_id'], ['accent', 'logo_id', 'language']).put
