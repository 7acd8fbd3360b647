// The images that a team uploaded for its emails: lists, uploads and deletes them, and shows where one is used.
import { listBroadcasts, listBroadcastsShowing } from '../../../../campaigns/broadcasts/store.ts'
import { addImage, dropImage, type UploadedImage } from '../../../../mail/images/actions.ts'
import { findImage, listImages } from '../../../../mail/images/store.ts'
import { type Image, pathOfImage } from '../../../../mail/images/rules.ts'
import { findRecipientLook } from '../../../../mail/recipient-pages/actions.ts'
import { listTemplates, listTemplatesShowing } from '../../../../mail/templates/store.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { FILE_PART } from '../../../http/multipart.ts'
import { type DashboardPage, page, type Visit } from '../../page.ts'
import { FormFault, found } from '../../problems.ts'
import { UPLOAD_TROUBLE } from '../../session/read-upload.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage } from '../../ui/table.ts'
import { imageBody, imagesBody, type Use } from './view.ts'

const DONE = { uploaded: 'The image is uploaded.', deleted: 'The image was deleted.' }

/** Maximum templates, and maximum broadcasts, that are searched for an image: the newest ones. */
const LOOKED_INTO = 50

const imageList = page('GET /images', 'member', async ({ tx, team_id, visitor, query, parts }) => {
  const page = await findPage(query, asked => listImages(tx, { team_id }, asked))
  const { public_url } = parts.site
  return { title: 'Images', done: DONE, body: outcome => imagesBody({ ...outcome, page, visitor, public_url }) }
})

export const imagePages: DashboardPage[] = [
  imageList,

  page(
    'POST /images/upload',
    'member',
    async visit => {
      const { form, parts } = visit
      const given = form.get(FILE_PART)
      if (!given) throw new FormFault(form.get(UPLOAD_TROUBLE) ?? 'Choose an image first.')
      const { content, ...about } = JSON.parse(given) as Omit<UploadedImage, 'hash'> & { content: string }
      await addImage(visit, { ...about, hash: content.split(':', 1)[0]! }, parts.images_bytes_max)
      return { location: '/images?done=uploaded' }
    },
    { takes_file: 'image', refused: imageList },
  ),

  page('GET /images/:id', 'member', async visit => {
    const image = await findOr(visit)
    const uses = await findUses(visit, image)
    const { visitor, parts } = visit
    const shown = { image, uses, looked: LOOKED_INTO, visitor, public_url: parts.site.public_url }
    return { title: image.filename, body: outcome => imageBody({ ...outcome, ...shown }) }
  }),

  page(
    'POST /images/:id/delete',
    'member',
    async visit => {
      const image = await findOr(visit)
      if ((await findRecipientLook(visit)).logo_id === image.id)
        throw new FormFault('It is the logo of the recipient pages: choose another one there first.')
      await dropImage(visit, image)
      return { location: '/images?done=deleted' }
    },
    { refused: 'It was not deleted' },
  ),
]

async function findOr({ tx, team_id, params }: Visit<Visitor, 'GET /images/:id'>): Promise<Image> {
  return found(await findImage(tx, { team_id, id: params.id }), 'image')
}

/** Templates and broadcasts that show the image, if they can be found quickly. */
async function findUses({ tx, team_id }: InTeam, image: Image): Promise<Use[]> {
  const newest = { limit: LOOKED_INTO }
  const of = { team_id, text: pathOfImage(image) }
  const templates = (await listTemplates(tx, { team_id }, newest)).rows
  const broadcasts = (await listBroadcasts(tx, { team_id }, newest)).rows
  const in_templates = await listTemplatesShowing(tx, of, templates)
  const in_broadcasts = await listBroadcastsShowing(tx, of, broadcasts)
  const { logo_id } = await findRecipientLook({ tx, team_id })
  return [
    ...(logo_id === image.id ? [{ path: '/recipient-pages', name: 'Recipient pages, as the logo' }] : []),
    ...in_templates.map(({ id, name }) => ({ path: `/templates/${id}`, name })),
    ...in_broadcasts.map(({ id, name }) => ({ path: `/broadcasts/${id}`, name })),
  ]
}
