// The published versions of a template: lists and shows them, and restores one of them as the draft.
import { changeTemplate, findVersionOf } from '../../../../../mail/templates/actions.ts'
import type { Draft, TemplateVersion } from '../../../../../mail/templates/rules.ts'
import { listPublications } from '../../../../../mail/templates/store.ts'
import { mailingOf } from '../../../../../mail/templates/mailing.ts'
import { fillPlaceholders } from '../../../../../base/text/placeholders.ts'
import { type DashboardPage, openPage, page } from '../../../page.ts'
import { found } from '../../../problems.ts'
import { framedPreview, mailHeaders } from '../../../ui/mail-frame.ts'
import { findPeople } from '../../inboxes/find.ts'
import { exampleValues } from '../../writing/content.ts'
import { backToTemplate, findTemplateOr, type VisitOfTemplate } from '../actions.ts'
import { differencesOf } from '../differences.ts'
import { versionBody, versionsBody } from './view.ts'

export const templateVersionPages: DashboardPage[] = [
  page('GET /templates/:id/versions', 'member', async visit => {
    const { tx, team_id, visitor } = visit
    const { template } = await findTemplateOr(visit)
    const publications = await listPublications(tx, { team_id, template_id: template.id })
    const people = await findPeople(visit)
    const body = () => versionsBody({ template, publications, people, visitor })
    return { title: `Versions of ${template.name}`, body }
  }),

  page('GET /templates/:id/versions/:version_id', 'member', async visit => {
    const { draft, version } = await findPublished(visit)
    const differences = differencesOf(draft.version, version)
    const people = await findPeople(visit)
    const shown = { template: draft.template, version, differences, people, visitor: visit.visitor }
    return { title: `Version of ${draft.template.name}`, body: () => versionBody(shown) }
  }),

  openPage('GET /templates/:id/versions/:version_id/html', 'member', async ({ asVisitor, parts, query }) => {
    const { version, values } = await asVisitor(async visit => {
      return { ...(await findPublished(visit)), values: await exampleValues(visit) }
    })
    const { html } = mailingOf(version, key => key)
    const content = framedPreview(fillPlaceholders(html, values, 'html'), query)
    return { type: 'text/html', headers: mailHeaders(parts.site.public_url), content }
  }),

  page(
    'POST /templates/:id/versions/:version_id/restore',
    'member',
    async visit => {
      const { draft, version } = await findPublished(visit)
      const { from, subject, reply_to, html, text } = version
      const variables = version.variables.map(({ key, type, fallback_value }) => ({ key, type, fallback_value }))
      await changeTemplate(visit, draft, { from, subject, reply_to, html, text, variables })
      return backToTemplate(draft.template.id, 'restored')
    },
    { refused: 'It was not restored' },
  ),
]

async function findPublished(
  visit: VisitOfTemplate & { params: { version_id: string } },
): Promise<{ draft: Draft; version: TemplateVersion }> {
  const draft = await findTemplateOr(visit)
  const version = found(await findVersionOf(visit, draft, visit.params.version_id), 'version')
  return { draft, version }
}
