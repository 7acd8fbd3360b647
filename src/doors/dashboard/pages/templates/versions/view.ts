// The pages with the published versions of a template.
import { PUBLICATIONS_MAX, type Publication, type TemplateRecord } from '../../../../../mail/templates/actions.ts'
import type { TemplateVersion } from '../../../../../mail/templates/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { facts, tag } from '../../../ui/facts.ts'
import { confirmForm } from '../../../ui/forms.ts'
import { mailFrame } from '../../../ui/mail-frame.ts'
import { item, rowList } from '../../../ui/table.ts'
import { moment } from '../../../ui/time.ts'
import { writerName } from '../../inboxes/threads/view.ts'

interface Shown {
  template: TemplateRecord
  people: ReadonlyMap<string, string>
  visitor: Visitor
}

export function versionsBody(shown: Shown & { publications: readonly Publication[] }): Html {
  const { template, publications } = shown
  return html`${back(template)}
    <h1>Published versions</h1>
    <p class="lead">The last ${PUBLICATIONS_MAX} versions are kept. Mails are made from the latest one.</p>
    ${rowList(publications, {
      row: each =>
        item(
          html`<h2><a href="/templates/${template.id}/versions/${each.id}">${moment(each.published_at!)}</a></h2>
            <p class="soft">
              ${publisher(each, shown)}${each.subject !== null && html`, <bdi>${each.subject}</bdi>`}
            </p>`,
          each.id === template.published_version_id && tag('Published now', 'good'),
        ),
      empty: 'No version was published yet.',
      label: 'Published versions',
    })}`
}

type Seen = Pick<Publication, 'publisher_id'>

function publisher({ publisher_id }: Seen, { people, visitor }: Shown): Html {
  return html`By ${publisher_id === visitor.user.id ? 'you' : writerName(publisher_id, people, visitor)}`
}

export function versionBody(shown: Shown & { version: TemplateVersion; differences: readonly string[] }): Html {
  const { template, version, differences, visitor } = shown
  const path = `/templates/${template.id}/versions/${version.id}`
  return html`<p>
      <a class="back" href="/templates/${template.id}/versions">Published versions</a>
    </p>
    <h1><bdi>${template.name}</bdi></h1>
    <p class="lead">
      ${publisher(version, shown)}${version.published_at !== null && html`, ${moment(version.published_at)}`}.
      ${differences.length === 0 ? 'The draft is the same.' : `The draft differs in: ${differences.join(', ')}.`}
    </p>
    ${facts([
      version.from !== null && ['From', html`<bdi>${version.from}</bdi>`],
      version.subject !== null && ['Subject', html`<bdi>${version.subject}</bdi>`],
    ])}
    ${
      differences.length > 0 &&
      html`<div class="acts">
        ${confirmForm({
          path: `${path}/restore`,
          label: 'Restore',
          about: template.name,
          csrf_token: visitor.csrf_token,
          question: 'It replaces what is in the draft. Mails change when you publish the draft.',
        })}
      </div>`
    }
    ${mailFrame(`${path}/html`)}`
}

function back({ id, name }: TemplateRecord): Html {
  return html`<p>
    <a class="back" href="/templates/${id}"><bdi>${name}</bdi></a>
  </p>`
}
