// Images of a team, stored without the page.
import { hash as hashOf } from 'node:crypto'
import { storeContent } from '../../src/mail/attachments/actions.ts'
import { addImage } from '../../src/mail/images/actions.ts'
import type { Image } from '../../src/mail/images/rules.ts'
import { aPng } from './pictures.ts'
import type { TestServer } from './server.ts'

export async function anImage({ database, now }: TestServer, team_id: string): Promise<Image> {
  const bytes = aPng()
  const hash = hashOf('sha256', bytes, 'hex')
  await storeContent({ database, now }, team_id, { hash, bytes })
  const about = { hash, filename: 'logo.png', content_type: 'image/png' }
  return database.unit(tx => addImage({ tx, team_id, now: now() }, about, 1e9))
}
