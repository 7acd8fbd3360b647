// The content of a template as blocks, which people edit here and programs edit over the API.
import { compose, findComposed, type Resource, templateResource } from '../../../../../campaigns/editor/actions.ts'
import { changeTemplate } from '../../../../../mail/templates/actions.ts'
import type { Draft } from '../../../../../mail/templates/rules.ts'
import { withFoundVariables } from '../../../../../mail/templates/mailing.ts'
import { type DashboardPage, openPage, page } from '../../../page.ts'
import { orSay } from '../../broadcasts/actions.ts'
import { blocksView, documentIn, findAround } from '../../broadcasts/blocks/actions.ts'
import { autosavePage, EDITOR_FORM_BYTES, refuseUnseenChange } from '../../writing/content.ts'
import { backToTemplate, findTemplateOr, type VisitOfTemplate } from '../actions.ts'

const blocksPage = openPage('GET /templates/:id/blocks', 'member', async ({ asVisitor, parts }) => {
  const found = await asVisitor(async visit => {
    const draft = await findTemplateOr(visit)
    const { template, version: content } = draft
    const composed = await findComposed(visit, templateResource(draft))
    const around = await findAround(visit, template.id)
    return { named: template, path: `/templates/${template.id}`, content, composed, ...around }
  })
  return blocksView({ ...found, public_url: parts.site.public_url })
})

export const templateBlocksPages: DashboardPage[] = [
  blocksPage,

  page(
    'POST /templates/:id/blocks',
    'member',
    visit =>
      orSay('It was not saved', async () => {
        await save(visit)
        return backToTemplate(visit.params.id, 'changed')
      }),
    { form_bytes: EDITOR_FORM_BYTES, refused: blocksPage },
  ),

  autosavePage('POST /templates/:id/blocks/autosave', save),
]

async function save(visit: VisitOfTemplate): Promise<void> {
  const draft = await findTemplateOr(visit)
  await refuseUnseenChange(visit, draft.template)
  await compose(visit, declaring(draft), documentIn(visit.form))
}

/** As in the other editors, variables are declared by their use. */
function declaring(draft: Draft): Resource {
  const known = draft.version.variables.map(({ key, type, fallback_value }) => ({ key, type, fallback_value }))
  return {
    ...templateResource(draft),
    change: (unit, content) =>
      changeTemplate(unit, draft, { ...content, variables: withFoundVariables(known, [content.html]) }),
  }
}
