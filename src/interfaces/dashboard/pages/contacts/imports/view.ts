// The pages of imports: the list, the mapping of a file's columns, and the progress of one import.
import { type ColumnMap, ignoredColumns } from '../../../../../audience/imports/layout.ts'
import { ERRORS_STORED_MAX } from '../../../../../audience/imports/runs.ts'
import type { ImportRecord, ImportErrorRecord } from '../../../../../audience/imports/store.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { type Fact, facts, moodTag, type State } from '../../../ui/facts.ts'
import { truncate } from '../../../../../base/text/length.ts'
import { csrfField, errorBox } from '../../../ui/forms.ts'
import { type ListColumn, type ListPage, listPage, pager } from '../../../ui/table.ts'
import { dateTime } from '../../../ui/time.ts'
import { audienceNav } from '../audience-nav.ts'
import { formatCount, formOutcome, formatNumber } from '../../../ui/reader.ts'
import {
  COLUMNS_SHOWN_MAX,
  columnField,
  propertyTarget,
  type ColumnTarget,
  targetFromForm,
  TARGETS,
} from './column-form.ts'

const STATES: Record<ImportRecord['status'], State> = {
  receiving: { words: 'Not started', mood: '' },
  queued: { words: 'Queued', mood: '' },
  in_progress: { words: 'In progress', mood: '' },
  completed: { words: 'Completed', mood: 'good' },
  failed: { words: 'Failed', mood: 'bad' },
  canceled: { words: 'Canceled', mood: '' },
  dropped: { words: 'Discarded', mood: '' },
}

const back = (path: string, title: string): Html => html`<p><a class="back" href="${path}">${title}</a></p>`

// ---- the list -----------------------------------------------------------------------------------------------------

export function importListBody(rows: ListPage<ImportRecord>, mb_max: number): Html {
  return html`${back('/contacts', 'Contacts')}
    <h1>Imports</h1>
    ${audienceNav('contacts')}
    <div class="panel">
      <h2>Import a file</h2>
      <form method="post" action="/contacts/imports/upload" enctype="multipart/form-data">
        ${csrfField()} ${errorBox(formOutcome().trouble)}
        <label for="file">CSV file</label>
        <input
          id="file"
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv"
          required
          aria-describedby="file-hint"
        />
        <p class="hint" id="file-hint">
          UTF-8, up to ${mb_max} MB, with column names in the first row. You map the columns before the import starts.
        </p>
        <button class="main">Upload file</button>
      </form>
    </div>
    ${listPage('/contacts/imports', rows, { columns: COLUMNS, empty: 'No imports yet. Upload a file to add contacts.', label: 'Imports' })}`
}

const COLUMNS: readonly ListColumn<ImportRecord>[] = [
  {
    title: 'Import',
    cell: ({ id, created_at }) => html`<a href="/contacts/imports/${id}">${dateTime(created_at)}</a>`,
  },
  { title: 'Status', cell: ({ status }) => moodTag(STATES[status]) },
  { title: 'Rows', kind: 'number', cell: ({ total }) => formatNumber(total) },
  { title: 'Created', kind: 'number', cell: ({ created }) => formatNumber(created) },
  { title: 'Updated', kind: 'number', cell: ({ updated }) => formatNumber(updated) },
  { title: 'Skipped', kind: 'number', cell: ({ skipped }) => formatNumber(skipped) },
  { title: 'Failed', kind: 'number', cell: ({ failed }) => formatNumber(failed) },
]

// ---- column mapping -----------------------------------------------------------------------------------------------

interface NamedObject {
  id: string
  name: string
}

interface ColumnMapData {
  id: string
  columns: readonly string[]
  /** The values of the first row. */
  sample: readonly string[]
  guessed: ColumnMap
  /** Keys of the team's contact properties. */
  keys: readonly string[]
  segments: readonly NamedObject[]
  topics: readonly NamedObject[]
}

export function columnMapBody(shown: ColumnMapData): Html {
  const { id, columns } = shown
  const more = columns.length - COLUMNS_SHOWN_MAX
  return html`${back('/contacts/imports', 'Imports')}
    <h1>Map columns</h1>
    <p class="lead">The file was uploaded. Choose a field for each column, then import the contacts.</p>
    <form method="post" action="/contacts/imports/${id}/start" class="panel">
      ${csrfField()} ${errorBox(formOutcome().trouble)}
      <fieldset>
        <legend>Columns</legend>
        ${columns.slice(0, COLUMNS_SHOWN_MAX).map((name, index) => columnChoice(shown, name, index))}
        ${more > 0 && html`<p class="soft">${formatCount(more, 'more column', 'more columns')} cannot be imported here.</p>`}
      </fieldset>
      ${conflictChoice()} ${checks('segment_id', 'Add to segments', shown.segments)}
      ${checks('topic_id', 'Subscribe to topics', shown.topics)}
      <button class="main">Import contacts</button>
    </form>`
}

function columnChoice({ guessed, keys, sample }: ColumnMapData, name: string, index: number): Html {
  const { trouble, form } = formOutcome()
  const chosen = trouble === undefined ? guessedTarget(guessed, name) : targetFromForm(form, index)
  const field = columnField(index)
  const value = sample[index]?.trim() ?? ''
  return html`<label for="${field}"
      ><bdi>${name === '' ? `Column ${index + 1}` : name}</bdi>${
        value !== '' && html` <span class="soft">such as <bdi>${truncate(value, SAMPLE_CHARACTERS)}</bdi></span>`
      }</label
    >
    <select id="${field}" name="${field}">
      ${[...Object.entries(TARGETS), ...keys.map(key => [propertyTarget(key), `Property: ${key}`])].map(
        ([target, title]) => html`<option value="${target}" ${target === chosen && html`selected`}>${title}</option>`,
      )}
    </select>`
}

const SAMPLE_CHARACTERS = 40
/** Maximum ignored columns listed on the page of an import. */
const IGNORED_SHOWN_MAX = 60

const FIELDS = ['email', 'first_name', 'last_name', 'unsubscribed'] as const

function guessedTarget(guessed: ColumnMap, name: string): ColumnTarget {
  const field = FIELDS.find(each => guessed[each] === name)
  if (field) return field
  const property = Object.entries(guessed.properties ?? {}).find(([, { column }]) => column === name)
  return property ? propertyTarget(property[0]) : ''
}

function conflictChoice(): Html {
  const isSkip = formOutcome().form.get('on_conflict') === 'skip'
  return html`<fieldset>
    <legend>Existing contacts</legend>
    <label class="choice">
      <input type="radio" name="on_conflict" value="upsert" ${!isSkip && html`checked`} />
      <span>Update existing contacts</span>
    </label>
    <label class="choice">
      <input type="radio" name="on_conflict" value="skip" ${isSkip && html`checked`} />
      <span>Skip existing contacts</span>
    </label>
    <p class="hint">
      Unsubscribed contacts stay unsubscribed, unless a column mapped to “${TARGETS.unsubscribed}” contains “no”.
    </p>
  </fieldset>`
}

function checks(name: string, title: string, options: readonly NamedObject[]): Html | false {
  if (options.length === 0) return false
  const chosen = new Set(formOutcome().form.getAll(name))
  return html`<fieldset>
    <legend>${title}</legend>
    ${options.map(
      each =>
        html`<label class="choice">
          <input type="checkbox" name="${name}" value="${each.id}" ${chosen.has(each.id) && html`checked`} />
          <span><bdi>${each.name}</bdi></span>
        </label>`,
    )}
  </fieldset>`
}

// ---- one import ---------------------------------------------------------------------------------------------------

export function importBody(found: ImportRecord, errors: ListPage<ImportErrorRecord>): Html {
  const { id, total, created, updated, skipped, failed, departed, bytes, position, completed_at } = found
  const part = bytes === 0 ? 100 : Math.floor((100 * position) / bytes)
  return html`${back('/contacts/imports', 'Imports')}
    <h1>Import of ${dateTime(found.created_at)}</h1>
    <p class="lead" role="status">${moodTag(STATES[found.status])} ${progressText(found, part)}</p>
    ${
      completed_at === null &&
      html`<p><progress max="100" value="${part}" aria-label="Progress">${part} %</progress></p>
        <form method="post" action="/contacts/imports/${id}/cancel">
          ${csrfField()}
          <button>Cancel import</button>
          <span class="soft">Contacts imported so far remain.</span>
        </form>`
    }
    ${facts([
      ['Rows', formatNumber(total)],
      ['Created', formatNumber(created)],
      ['Updated', formatNumber(updated)],
      departed > 0 && [
        'Unsubscribed by the recipient',
        `${formatNumber(departed)} of these. The import does not resubscribe them.`,
      ],
      ['Skipped', formatNumber(skipped)],
      ['Failed', formatNumber(failed)],
      ignoredFact(found),
    ])}
    ${failed > 0 && errorPart(errors.rows, failed)} ${pager(`/contacts/imports/${id}`, errors)}`
}

function ignoredFact({ plan }: ImportRecord): Fact {
  const ignored = plan ? ignoredColumns(plan.layout).filter(name => name !== '') : []
  if (ignored.length === 0) return false
  const more = ignored.length - IGNORED_SHOWN_MAX
  const names = ignored.slice(0, IGNORED_SHOWN_MAX).map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)
  return ['Ignored columns', html`${names}${more > 0 && ` and ${formatCount(more, 'other', 'others')}`}`]
}

function progressText({ status, completed_at }: ImportRecord, part: number): Html {
  if (completed_at === null) return html`${part} % of the file was processed. This page reloads automatically.`
  if (status === 'canceled') return html`Stopped ${dateTime(completed_at)}. Contacts imported before that remain.`
  if (status === 'failed') return html`The rest of the file could not be read. See the last error.`
  return html`Finished ${dateTime(completed_at)}.`
}

function errorPart(errors: readonly ImportErrorRecord[], failed: number): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Failed rows</h2>
    ${failed > ERRORS_STORED_MAX && html`<p class="soft">Only the first ${formatNumber(ERRORS_STORED_MAX)} are listed.</p>`}
    <div class="table-box" role="region" aria-label="Line, column and reason" tabindex="0">
      <table class="steps">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          ${errors.map(
            ({ line, column, reason }) =>
              html`<tr>
                <td data-label="Line">${line}</td>
                <td data-label="Column"><bdi>${column ?? ''}</bdi></td>
                <td data-label="Reason"><span>${reason}</span></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
