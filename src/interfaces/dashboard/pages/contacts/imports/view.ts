// The pages of imports: the list, the mapping of a file's columns, and the progress of one import.
import { type ColumnMap, ignoredColumns } from '../../../../../audience/imports/layout.ts'
import type { ImportRecord, ErrorRecord as RowError } from '../../../../../audience/imports/store.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { type Fact, facts, moodTag, type State } from '../../../ui/facts.ts'
import { shortened } from '../../../../../base/text/length.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { type ListColumn, type ListPage, listPage, pager } from '../../../ui/table.ts'
import { moment } from '../../../ui/time.ts'
import { audienceNav } from '../audience-nav.ts'
import { COLUMNS_SHOWN_MAX, columnField, type Goal, goalOf, GOALS, propertyGoal } from './asked.ts'
import { counted, numeral } from '../../../ui/reader.ts'

const STATES: Record<ImportRecord['status'], State> = {
  receiving: { words: 'not begun', mood: '' },
  queued: { words: 'waiting', mood: '' },
  in_progress: { words: 'under way', mood: '' },
  completed: { words: 'done', mood: 'good' },
  failed: { words: 'ended early', mood: 'bad' },
  canceled: { words: 'canceled', mood: '' },
  dropped: { words: 'dropped', mood: '' },
}

const back = (path: string, title: string): Html => html`<p><a class="back" href="${path}">${title}</a></p>`

const written = (count: number): string => numeral(count)

// ---- the list -----------------------------------------------------------------------------------------------------

interface ShownImports {
  visitor: Visitor
  page: ListPage<ImportRecord>
  mb_max: number
  trouble: string | undefined
}

export function importsBody({ page, mb_max, trouble }: ShownImports): Html {
  return html`${back('/contacts', 'Contacts')}
    <h1>Imports</h1>
    ${audienceNav('contacts')}
    <div class="panel">
      <h2>Import a file</h2>
      <form method="post" action="/contacts/imports/upload" enctype="multipart/form-data">
        ${csrfField()} ${troubleBox(trouble)}
        <label for="file">A CSV in UTF-8, with the names of its columns in its first row</label>
        <input id="file" type="file" name="file" accept=".csv,.tsv,.txt,text/csv" required />
        <p class="soft">Up to ${mb_max} MB. You choose what goes where before anything is imported.</p>
        <button class="main">Upload the file</button>
      </form>
    </div>
    ${listPage('/contacts/imports', page, { columns: COLUMNS, empty: 'Nothing was imported yet. Upload a file above.', label: 'Imports' })}`
}

const COLUMNS: readonly ListColumn<ImportRecord>[] = [
  { title: 'Import', cell: ({ id, created_at }) => html`<a href="/contacts/imports/${id}">${moment(created_at)}</a>` },
  { title: 'State', cell: ({ status }) => moodTag(STATES[status]) },
  { title: 'Rows', kind: 'number', cell: ({ total }) => numeral(total) },
  { title: 'Made', kind: 'number', cell: ({ created }) => numeral(created) },
  { title: 'Changed', kind: 'number', cell: ({ updated }) => numeral(updated) },
  { title: 'Left as they were', kind: 'number', cell: ({ skipped }) => numeral(skipped) },
  { title: 'Not imported', kind: 'number', cell: ({ failed }) => numeral(failed) },
]

// ---- column mapping -----------------------------------------------------------------------------------------------

interface Named {
  id: string
  name: string
}

interface Choosing extends FormOutcome {
  id: string
  visitor: Visitor
  columns: readonly string[]
  /** The values of the first row. */
  sample: readonly string[]
  guessed: ColumnMap
  /** Keys of the team's contact properties. */
  keys: readonly string[]
  segments: readonly Named[]
  topics: readonly Named[]
}

export function choosingBody(shown: Choosing): Html {
  const { id, columns, trouble, form } = shown
  const more = columns.length - COLUMNS_SHOWN_MAX
  return html`${back('/contacts/imports', 'Imports')}
    <h1>What goes where?</h1>
    <p class="lead">The file is here. Nothing of it is imported until you say so.</p>
    <form method="post" action="/contacts/imports/${id}/start" class="panel">
      ${csrfField()} ${troubleBox(trouble)}
      <fieldset>
        <legend>Columns</legend>
        ${columns.slice(0, COLUMNS_SHOWN_MAX).map((name, index) => columnChoice(shown, name, index))}
        ${more > 0 && html`<p class="soft">${counted(more, 'more column is', 'more columns are')} not imported here.</p>`}
      </fieldset>
      ${conflictChoice(form)} ${checks('segment_id', 'Put all of them into these segments', shown.segments, form)}
      ${checks('topic_id', 'Subscribe all of them to these topics', shown.topics, form)}
      <button class="main">Import the contacts</button>
    </form>`
}

function columnChoice({ trouble, form, guessed, keys, sample }: Choosing, name: string, index: number): Html {
  const chosen = trouble === undefined ? guessedGoal(guessed, name) : goalOf(form, index)
  const field = columnField(index)
  const value = sample[index]?.trim() ?? ''
  return html`<label for="${field}"
      ><bdi>${name === '' ? `Column ${index + 1}` : name}</bdi>${
        value !== '' && html` <span class="soft">such as <bdi>${shortened(value, SAMPLE_CHARACTERS)}</bdi></span>`
      }</label
    >
    <select id="${field}" name="${field}">
      ${[...Object.entries(GOALS), ...keys.map(key => [propertyGoal(key), `Property: ${key}`])].map(
        ([goal, title]) => html`<option value="${goal}" ${goal === chosen && html`selected`}>${title}</option>`,
      )}
    </select>`
}

const SAMPLE_CHARACTERS = 40
/** Maximum ignored columns listed on the page of an import. */
const IGNORED_SHOWN_MAX = 60

const FIELDS = ['email', 'first_name', 'last_name', 'unsubscribed'] as const

function guessedGoal(guessed: ColumnMap, name: string): Goal {
  const field = FIELDS.find(each => guessed[each] === name)
  if (field) return field
  const property = Object.entries(guessed.properties ?? {}).find(([, { column }]) => column === name)
  return property ? propertyGoal(property[0]) : ''
}

function conflictChoice(form: URLSearchParams): Html {
  const isSkip = form.get('on_conflict') === 'skip'
  return html`<fieldset>
    <legend>Contacts that are there already</legend>
    <label class="choice">
      <input type="radio" name="on_conflict" value="upsert" ${!isSkip && html`checked`} />
      <span>Change what the file says of them</span>
    </label>
    <label class="choice">
      <input type="radio" name="on_conflict" value="skip" ${isSkip && html`checked`} />
      <span>Leave them as they are</span>
    </label>
    <p class="soft">Contacts who unsubscribed stay so, unless a column goes to “${GOALS.unsubscribed}” and says no.</p>
  </fieldset>`
}

function checks(name: string, title: string, options: readonly Named[], form: URLSearchParams): Html | false {
  if (options.length === 0) return false
  const chosen = new Set(form.getAll(name))
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

interface ShownImport {
  visitor: Visitor
  found: ImportRecord
  errors: ListPage<RowError>
}

export function importBody({ found, errors }: ShownImport): Html {
  const { id, total, created, updated, skipped, failed, departed, bytes, position, completed_at } = found
  const part = bytes === 0 ? 100 : Math.floor((100 * position) / bytes)
  return html`${back('/contacts/imports', 'Imports')}
    <h1>Import of ${moment(found.created_at)}</h1>
    <p class="lead" role="status">${moodTag(STATES[found.status])} ${progressWords(found, part)}</p>
    ${
      completed_at === null &&
      html`<p><progress max="100" value="${part}" aria-label="How much of the file was read">${part} %</progress></p>
        <form method="post" action="/contacts/imports/${id}/cancel">
          ${csrfField()}
          <button>Cancel the import</button>
          <span class="soft">What was imported stays.</span>
        </form>`
    }
    ${facts([
      ['Rows read', written(total)],
      ['Contacts made', written(created)],
      ['Contacts changed', written(updated)],
      departed > 0 && [
        'Of these, about people who have left by themselves',
        `${written(departed)}: being imported does not bring them back`,
      ],
      ['Left as they were', written(skipped)],
      ['Not imported', written(failed)],
      ignoredFact(found),
    ])}
    ${failed > 0 && errorPart(errors.rows, failed)} ${pager(`/contacts/imports/${id}`, errors)}`
}

function ignoredFact({ plan }: ImportRecord): Fact {
  const ignored = plan ? ignoredColumns(plan.layout).filter(name => name !== '') : []
  if (ignored.length === 0) return false
  const more = ignored.length - IGNORED_SHOWN_MAX
  const names = ignored.slice(0, IGNORED_SHOWN_MAX).map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)
  return ['Ignored columns', html`${names}${more > 0 && ` and ${counted(more, 'other', 'others')}`}`]
}

function progressWords({ status, completed_at }: ImportRecord, part: number): Html {
  if (completed_at === null) return html`${part} % of the file was read. This page looks again by itself.`
  if (status === 'canceled') return html`It was ended ${moment(completed_at)}. What was imported before stays.`
  if (status === 'failed') return html`The rest of the file could not be read: see the last error.`
  return html`All of the file was read, ${moment(completed_at)}.`
}

function errorPart(errors: readonly RowError[], failed: number): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Rows that were not imported</h2>
    <p class="soft">By their lines in the file${failed > 1000 && '; of so many the first thousand are kept'}.</p>
    <div class="table-box" role="region" aria-label="Lines, columns and reasons" tabindex="0">
      <table class="steps">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">ListColumn</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          ${errors.map(
            ({ line, column, reason }) =>
              html`<tr>
                <td data-label="Line">${line}</td>
                <td data-label="Column"><bdi>${column ?? ''}</bdi></td>
                <td data-label="Why"><span>${reason}</span></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
