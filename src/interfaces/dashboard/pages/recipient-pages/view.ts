// The form for the appearance of the pages for recipients.
import type { Image } from '../../../../mail/images/rules.ts'
import { RECIPIENT_LANGUAGES, type RecipientLook } from '../../../../mail/recipient-pages/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, VERBATIM } from '../../ui/fields.ts'
import { csrfField, troubleBox } from '../../ui/forms.ts'
import { link } from '../../ui/link.ts'

interface ShownForm extends FormOutcome {
  look: RecipientLook
  images: readonly Image[]
  visitor: Visitor
}

export function lookBody({ look, images, visitor, done, trouble, form }: ShownForm): Html {
  const { team } = visitor
  const value = (name: 'accent' | 'logo_id' | 'language'): string | null => form.get(name) ?? look[name]
  const logos = images.map(({ id, filename }) => ({ id, name: filename }))
  const languages = Object.entries(RECIPIENT_LANGUAGES).map(([id, name]) => ({ id, name }))
  return html`<h1>Recipient pages</h1>
    <p class="lead">
      Recipients of your mail see these pages: where they unsubscribe and choose topics, and where they sign up.
    </p>
    ${done} ${troubleBox(trouble)}
    <section class="panel">
      <form method="post" action="/recipient-pages">
        ${csrfField()}
        <p>Name: <bdi>${team.sender_name ?? team.name}</bdi>. It is changed under ${link('/team/names', 'Team')}.</p>
        ${choice({ name: 'logo_id', title: 'Logo', none: 'None', options: logos, chosen: value('logo_id') })}
        <p class="soft hint">It is one of your <a href="/images">images</a>.</p>
        ${field('Color of links and buttons, such as #1f6a5a; left empty, that of Lettermill', { name: 'accent', maxlength: 7, ...VERBATIM, value: value('accent') })}
        ${choice({ name: 'language', title: 'Language, also of the mails that go with the pages', none: 'That of the browser, or else English', options: languages, chosen: value('language') })}
        <button class="main">Save</button>
      </form>
    </section>
    <h2>Preview</h2>
    <p class="soft">This is what is saved.</p>
    <iframe class="look" src="/recipient-pages/preview" title="The unsubscribe page, as an example"></iframe>`
}
