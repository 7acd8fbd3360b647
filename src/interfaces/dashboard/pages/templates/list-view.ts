// The page with the list of a team's templates, and the form for a new one.
import type { TemplateRecord } from '../../../../mail/templates/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { tag } from '../../ui/facts.ts'
import { field, lengthOf } from '../../ui/fields.ts'
import { panelForm } from '../../ui/forms.ts'
import { emptyWords, isBlank, type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'

interface Shown extends FormOutcome {
  page: ListPage<TemplateRecord>
  visitor: Visitor
}

export function templatesBody({ page, visitor, done, trouble, form }: Shown): Html {
  return html`<h1>Templates</h1>
    <p class="lead">
      Emails of <bdi>${visitor.team.name}</bdi> to use again and again: in broadcasts, automations and programs.
    </p>
    ${done}
    ${panelForm({
      title: 'Write a template',
      path: '/templates/make',
      trouble,
      isOpen: isBlank(page),
      fields: nameField(form.get('name')),
      label: 'Make the draft',
    })}
    ${listPage('/templates', page, {
      columns: COLUMNS,
      empty: emptyWords(page, 'There is no template yet. Write one above.'),
      label: 'Templates',
    })}`
}

export function nameField(value: string | null): Html {
  const maxlength = lengthOf('CreateTemplate', 'name')
  return field('Name, for you alone', { name: 'name', required: true, maxlength, autocomplete: 'off', value })
}

const COLUMNS: readonly ListColumn<TemplateRecord>[] = [
  { title: 'Template', cell: ({ id, name }) => html`<a href="/templates/${id}"><bdi>${name}</bdi></a>` },
  { title: 'State', cell: templateTag },
  { title: 'Alias', cell: ({ alias }) => alias !== null && html`<code>${alias}</code>` },
  { title: 'Changed', cell: ({ updated_at }) => ago(updated_at) },
]

/** Whether emails can be rendered from it, and whether its draft differs. */
export function templateTag({ published_version_id, current_version_id }: TemplateRecord): Html {
  if (published_version_id === null) return tag('Draft')
  return published_version_id === current_version_id ? tag('Published', 'good') : tag('Published, with a draft', 'wait')
}
