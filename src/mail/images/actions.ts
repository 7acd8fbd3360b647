// Images that people upload for emails. They are stored like attachments, and served to every client that has their URL.
import { randomToken } from '../../base/secrets/tokens.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { record } from '../../base/store/signals/record.ts'
import { refusal } from '../../base/text/refusal.ts'
import { claimByHashes } from '../attachments/store/blobs.ts'
import {
  HEAD_BYTES,
  type Image,
  IMAGES_MAX,
  imageDisplayName,
  NO_IMAGE,
  imagePath,
  tokenInPath,
  detectImageType,
} from './rules.ts'
import * as store from './store.ts'

/**
 * The pieces of an uploaded file. Refuses (422) a file that is not an image before a consumer gets any of it. Calls `tell` with
 * the type.
 */
export async function* imagePieces(
  pieces: AsyncIterable<Buffer>,
  tell: (content_type: string) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (head === undefined) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < HEAD_BYTES) continue
    tell(refuseOthers(head))
    yield head
    head = undefined
  }
  // browsers send an empty file if none was chosen
  if (head && head.length > 0) refuseOthers(Buffer.alloc(0))
}

function refuseOthers(head: Buffer): string {
  const type = detectImageType(head)
  if (type === undefined) throw refusal('validation_error', NO_IMAGE)
  return type
}

export interface UploadedImage {
  hash: string
  filename: string
  content_type: string
}

/**
 * Adds an image, whose content must have been stored before. Identical content results in the same image. Refuses (422) too
 * many images.
 */
export async function addImage(
  { tx, team_id, now }: TeamUnit,
  { hash, filename, content_type }: UploadedImage,
  bytes_max: number,
): Promise<Image> {
  tx.guard(team_id, 'images')
  const blob = (await claimByHashes({ tx, team_id }, [hash])).get(hash)
  if (!blob) throw refusal('service_unavailable', 'The upload has expired. Upload the image again.')
  const known = await store.findImageByBlob(tx, { team_id, blob_id: blob.id })
  if (known) return known
  const sizes = await store.listImageSizes(tx, { team_id })
  if (sizes.length >= IMAGES_MAX)
    throw refusal('validation_error', `A team can have at most ${IMAGES_MAX} images. Delete one first.`)
  if (sizes.reduce((sum, { bytes }) => sum + bytes, blob.bytes) > bytes_max) {
    const words = `The images of a team can have at most ${bytes_max / 1e6} MB in total. Delete one first.`
    throw refusal('validation_error', words)
  }
  const image: Image = {
    id: tx.newId('images'),
    team_id,
    token: randomToken(),
    filename: imageDisplayName(filename),
    content_type,
    blob_id: blob.id,
    bytes: blob.bytes,
    created_at: now.toISOString(),
  }
  store.insertImage(tx, image)
  await record(tx, { type: 'image.created', team_id, at: now, object_id: image.id, name: image.filename })
  return image
}

export async function deleteImage({ tx, team_id, now }: TeamUnit, { id, filename }: Image): Promise<void> {
  store.removeImage(tx, { team_id, id })
  await record(tx, { type: 'image.deleted', team_id, at: now, object_id: id, name: filename })
}

/** The image at a path for recipients, without a login that names the team. */
export async function findImageAt(tx: Tx, path: string): Promise<Image | undefined> {
  const image = await store.findImageByToken(tx, { token: tokenInPath(path) })
  return image && imagePath(image) === path ? image : undefined
}

export async function hasBlobInImage(tx: Tx, { team_id, id }: { team_id: string; id: string }): Promise<boolean> {
  return (await store.findImageByBlob(tx, { team_id, blob_id: id })) !== undefined
}
