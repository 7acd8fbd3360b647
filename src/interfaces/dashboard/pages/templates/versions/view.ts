// The pages with the published versions of a template.
import { PUBLICATIONS_MAX } from '../../../../../mail/templates/actions.ts'
import type { Publication } from '../../../../../mail/templates/store.ts'
import type { TemplateRecord, TemplateVersion } from '../../../../../mail/templates/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { facts, tag } from '../../../ui/facts.ts'
import { confirmForm } from '../../../ui/forms.ts'
import { mailFrame } from '../../../ui/mail-frame.ts'
import { rowList } from '../../../ui/table.ts'
import { moment } from '../../../ui/time.ts'
import { writerName } from '../../inboxes/threads/view.ts'

interface Shown {
  template: TemplateRecord
  people: ReadonlyMap<string, string>
  visitor: Visitor
}

export function versionsBody(shown: Shown & { publications: readonly Publication[] }): Html {
  const { template, publications, people, visitor } = shown
  return html`${back(template)}
    <h1>Published versions</h1>
    <p class="lead">The last ${PUBLICATIONS_MAX} versions are kept. Mails are made from the latest one.</p>
    ${rowList(publications, {
      columns: [
        {
          title: 'Published',
          cell: ({ id, published_at }) =>
            html`<a href="/templates/${template.id}/versions/${id}">${moment(published_at!)}</a>`,
        },
        {
          title: 'State',
          cell: ({ id }) => (id === template.published_version_id ? tag('In use', 'good') : tag('Replaced')),
        },
        { title: 'Subject', cell: ({ subject }) => subject !== null && html`<bdi>${subject}</bdi>` },
        { title: 'By', cell: each => writerName(each.publisher_id, people, visitor) },
      ],
      empty: 'No version was published yet.',
      label: 'Published versions',
    })}`
}

type Seen = Pick<Publication, 'publisher_id'>

function publisher({ publisher_id }: Seen, { people, visitor }: Shown): Html {
  if (publisher_id === null) return html`By a program`
  return html`By ${publisher_id === visitor.user.id ? 'you' : writerName(publisher_id, people, visitor)}`
}

export function versionBody(shown: Shown & { version: TemplateVersion; differences: readonly string[] }): Html {
  const { template, version, differences } = shown
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
