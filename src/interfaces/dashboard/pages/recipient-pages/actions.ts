// The appearance of the pages that recipients of a team's email see: a logo, a color and a language, with a preview.
import { listImages } from '../../../../mail/images/store.ts'
import { findRecipientLook, findShownLook, saveRecipientLook } from '../../../../mail/recipient-pages/actions.ts'
import { LANGUAGE_NAMES, type RecipientLook } from '../../../../mail/recipient-pages/rules.ts'
import { type DashboardPage, page } from '../../page.ts'
import { pageHeaders } from '../../ui/page.ts'
import { typed } from '../../ui/typed.ts'
import { preferencesPage } from '../unsubscribe/view.ts'
import { lookBody } from './view.ts'

/** Maximum images to choose the logo from: the newest ones. */
const LOGOS_MAX = 100

const lookPage = page('GET /recipient-pages', 'member', async ({ tx, team_id, visitor }) => {
  const look = await findRecipientLook({ tx, team_id })
  const { rows: images } = await listImages(tx, { team_id }, { limit: LOGOS_MAX })
  const done = { saved: 'The look is saved. Recipients see it from now on.' }
  return { title: 'Recipient pages', done, body: outcome => lookBody({ ...outcome, look, images, visitor }) }
})

export const recipientLookPages: DashboardPage[] = [
  lookPage,

  page(
    'POST /recipient-pages',
    'member',
    async visit => {
      await saveRecipientLook(visit, askedLook(visit.form))
      return { location: '/recipient-pages?done=saved' }
    },
    { refused: lookPage },
  ),

  /** The unsubscribe page as an example, whose forms have no effect. */
  page('GET /recipient-pages/preview', 'member', async ({ tx, team_id, visitor, parts }) => {
    const look = await findShownLook({ tx, team_id })
    const { team } = visitor
    const content = preferencesPage({
      frame: { look, language: look.language === 'auto' ? 'en' : look.language },
      team: team.sender_name ?? team.name,
      address: 'ada@example.com',
      unsubscribed: false,
      topics: [{ id: 'example', name: 'News', description: null, subscribed: true }],
      topic_id: null,
      tracking_allowed: undefined,
      path: '/recipient-pages/preview',
      done: undefined,
    })
    const policy = String(pageHeaders(parts.site)['Content-Security-Policy'])
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
      .replace("form-action 'self'", "form-action 'none'")
    const headers = { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' }
    return { type: 'text/html', headers, content: content.toString() }
  }),
]

function askedLook(form: URLSearchParams): RecipientLook {
  const language = typed(form, 'language')
  return {
    accent: typed(form, 'accent').toLowerCase() || null,
    logo_id: typed(form, 'logo_id') || null,
    language: LANGUAGE_NAMES.find(each => each === language) ?? 'auto',
  }
}
