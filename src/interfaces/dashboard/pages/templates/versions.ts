// The published versions of a template: lists and shows them, and restores one of them as the draft.
import { updateTemplate, findVersionOf, PUBLICATIONS_MAX } from '../../../../mail/templates/actions.ts'
import type { TemplateDraft, TemplateVersion } from '../../../../mail/templates/rules.ts'
import { listPublications } from '../../../../mail/templates/store.ts'
import { previewMailing } from '../../../../mail/templates/mailing.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type DashboardPage, page } from '../../page.ts'
import { requireFound } from '../../problems.ts'
import { facts, tag } from '../../ui/facts.ts'
import { confirmForm } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { emailFrame } from '../../ui/mail-frame.ts'
import { rowList } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { type OneVisit, previewHtmlPage, sampleValues } from '../editor/editor.ts'
import { findPeople } from '../inboxes/find.ts'
import { writerName } from '../inboxes/threads/view.ts'
import { backToTemplate, requireTemplate } from './actions.ts'
import { differencesOf, variablesOf } from './form.ts'

export const templateVersionPages: DashboardPage[] = [
  page('GET /templates/:id/versions', 'member', async visit => {
    const { tx, team_id, visitor } = visit
    const { template } = await requireTemplate(visit)
    const { id, name } = template
    const publications = await listPublications(tx, { team_id, template_id: id })
    const people = await findPeople(visit)
    const body = (): Html =>
      html`${backLink(`/templates/${id}`, name)}
        <h1>Version history</h1>
        <p class="lead">The last ${PUBLICATIONS_MAX} published versions. Emails use the latest one.</p>
        ${rowList(publications, {
          columns: [
            {
              title: 'Published',
              cell: each => html`<a href="/templates/${id}/versions/${each.id}">${dateTime(each.published_at!)}</a>`,
            },
            {
              title: 'Status',
              cell: each => (each.id === template.published_version_id ? tag('Current', 'good') : tag('Replaced')),
            },
            { title: 'Subject', cell: ({ subject }) => subject !== null && html`<bdi>${subject}</bdi>` },
            { title: 'Published by', cell: each => writerName(each.publisher_id, people, visitor) },
          ],
          empty: 'No published versions yet. Publish the template to create one.',
          label: 'Published versions',
        })}`
    return { title: `Versions of ${name}`, body }
  }),

  page('GET /templates/:id/versions/:version_id', 'member', async visit => {
    const { draft, version } = await requireVersion(visit)
    const { id, name } = draft.template
    const path = `/templates/${id}/versions/${version.id}`
    const differences = differencesOf(draft.version, version)
    const people = await findPeople(visit)
    const body = (): Html =>
      html`${backLink(`/templates/${id}/versions`, 'Version history')}
        <h1><bdi>${name}</bdi></h1>
        <p class="lead">
          ${differences.length === 0 ? 'The draft is identical.' : `The draft differs in: ${differences.join(', ')}.`}
        </p>
        ${facts([
          version.published_at !== null && ['Published', dateTime(version.published_at)],
          ['Published by', writerName(version.publisher_id, people, visit.visitor)],
          version.from !== null && ['From', html`<bdi>${version.from}</bdi>`],
          version.subject !== null && ['Subject', html`<bdi>${version.subject}</bdi>`],
        ])}
        ${
          differences.length > 0 &&
          html`<div class="acts">
            ${confirmForm({ path: `${path}/restore`, label: 'Restore version', about: name, question: 'This replaces the content of the draft. Emails change when you publish the draft.' })}
          </div>`
        }
        ${emailFrame(`${path}/html`)}`
    return { title: `Version of ${name}`, body }
  }),

  previewHtmlPage('GET /templates/:id/versions/:version_id/html', async visit => {
    const { version } = await requireVersion(visit)
    return { html: previewMailing(version, key => key).html, values: await sampleValues(visit) }
  }),

  page(
    'POST /templates/:id/versions/:version_id/restore',
    'member',
    async visit => {
      const { draft, version } = await requireVersion(visit)
      const { from, subject, reply_to, html: markup, text } = version
      const content = { from, subject, reply_to, html: markup, text, variables: variablesOf(version) }
      await updateTemplate(visit, draft, content)
      return backToTemplate(draft.template.id, 'restored')
    },
    { refused: 'Version not restored' },
  ),
]

async function requireVersion(
  visit: OneVisit & { params: { version_id: string } },
): Promise<{ draft: TemplateDraft; version: TemplateVersion }> {
  const draft = await requireTemplate(visit)
  return { draft, version: requireFound(await findVersionOf(visit, draft, visit.params.version_id), 'version') }
}
