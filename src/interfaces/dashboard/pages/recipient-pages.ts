// The appearance of the pages that recipients of a team's email see: a logo, a color and a language, with a preview.
import { listImages } from '../../../mail/images/store.ts'
import {
  findRecipientBranding,
  findBrandingWithLogo,
  saveRecipientBranding,
} from '../../../mail/recipient-pages/actions.ts'
import { LANGUAGE_NAMES, RECIPIENT_LANGUAGES, type RecipientBranding } from '../../../mail/recipient-pages/rules.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { type DashboardPage, page } from '../page.ts'
import { choice, field, VERBATIM } from '../ui/fields.ts'
import { csrfField, formMessages } from '../ui/forms.ts'
import { link } from '../ui/link.ts'
import { pageHeaders } from '../ui/page.ts'
import { entered } from '../ui/reader.ts'
import { formText } from '../ui/form-values.ts'
import { preferencesPage } from './unsubscribe/view.ts'

/** Maximum images to choose the logo from: the newest ones. */
const LOGOS_MAX = 100

const lookPage = page('GET /recipient-pages', 'member', async ({ tx, team_id, visitor: { team } }) => {
  const look = await findRecipientBranding({ tx, team_id })
  const images = (await listImages(tx, { team_id }, { limit: LOGOS_MAX })).rows
  const logos = images.map(({ id, filename }) => ({ id, name: filename }))
  const body = (): Html =>
    html`<h1>Branding</h1>
      <p class="lead">
        The logo, color and language of the pages on which recipients unsubscribe, choose topics and sign up.
      </p>
      ${formMessages()}
      <section class="panel">
        <form method="post" action="/recipient-pages">
          ${csrfField()}
          <p>
            Name: <bdi>${team.sender_name ?? team.name}</bdi>. Change it in the ${link('/team/names', 'team settings')}.
          </p>
          ${lookFields(look, logos)}
          <button class="main">Save changes</button>
        </form>
      </section>
      <h2>Preview</h2>
      <p class="soft">The preview shows the saved settings.</p>
      <iframe class="look" src="/recipient-pages/preview" title="Example of the unsubscribe page"></iframe>`
  return { title: 'Branding', done: { saved: 'Branding updated.' }, body }
})

function lookFields(look: RecipientBranding, logos: readonly { id: string; name: string }[]): Html {
  const languages = Object.entries(RECIPIENT_LANGUAGES).map(([id, name]) => ({ id, name }))
  const accent = { name: 'accent', maxlength: 7, ...VERBATIM, value: entered('accent', look.accent) }
  return html`${choice({ name: 'logo_id', title: 'Logo', none: 'None', options: logos, chosen: entered('logo_id', look.logo_id) })}
    <p class="soft hint">Choose one of your <a href="/images">images</a>.</p>
    ${field('Accent color', { ...accent, hint: 'Color of links and buttons, such as #1f6a5a. Defaults to the Lettermill color.' })}
    ${choice({
      name: 'language',
      title: 'Language',
      none: 'Browser language, or English',
      options: languages,
      chosen: entered('language', look.language),
      hint: 'Also used for confirmation emails.',
    })}`
}

export const recipientLookPages: DashboardPage[] = [
  lookPage,

  page(
    'POST /recipient-pages',
    'member',
    async visit => {
      await saveRecipientBranding(visit, lookFromForm(visit.form))
      return { location: '/recipient-pages?done=saved' }
    },
    { refused: lookPage },
  ),

  /** The unsubscribe page as an example, whose forms have no effect. */
  page('GET /recipient-pages/preview', 'member', async ({ tx, team_id, visitor, parts }) => {
    const look = await findBrandingWithLogo({ tx, team_id })
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

function lookFromForm(form: URLSearchParams): RecipientBranding {
  const language = formText(form, 'language')
  return {
    accent: formText(form, 'accent').toLowerCase() || null,
    logo_id: formText(form, 'logo_id') || null,
    language: LANGUAGE_NAMES.find(each => each === language) ?? 'auto',
  }
}
