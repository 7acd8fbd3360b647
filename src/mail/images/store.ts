// The table of images.
import { number, text, uuid } from '../../base/store/column.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import type { Image } from './rules.ts'

const images = table<Image>('images', {
  id: uuid,
  team_id: uuid,
  token: text,
  filename: text,
  content_type: text,
  blob_id: uuid,
  bytes: number,
  created_at: text,
})

/** Newest first. */
export const listImages = images.list('team_id').page
export const findImage = images.find('team_id', 'id').one
export const findImageByToken = acrossTeams('finds the team of an address of this server', images.find('token')).one
export const findImageByBlob = images.find('team_id', 'blob_id').one
/** The sizes of all images of a team, of which there are at most `IMAGES_MAX`. */
export const listImageSizes = images.only('bytes').find('team_id').all
export const insertImage = images.insert().put
export const removeImage = images.remove('team_id', 'id').put
