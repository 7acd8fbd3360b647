// The fields that segment rules can compare, with display names.
import { parseSegmentField } from '../../../../../audience/segments/rule/fields.ts'
import type { PropertyTypes } from './conditions.ts'

interface NamedOption {
  id: string
  name: string
}

/** The objects that a rule of the team can refer to: the latest of each kind, and those that a rule already refers to. */
export interface RuleNameable {
  /** All properties of the team. */
  properties: PropertyTypes
  topics: readonly NamedOption[]
  /** Segments with manually added contacts. */
  segments: readonly NamedOption[]
  broadcasts: readonly NamedOption[]
}

export interface FieldGroup {
  title: string
  fields: readonly NamedOption[]
}

/** Maximum properties in the list, because a team may have more. */
const KEYS_SHOWN_MAX = 100

/** Fields in groups. `named`: the fields of a rule, which are included even if they no longer exist. */
export function ruleFields(known: RuleNameable, named: readonly string[]): FieldGroup[] {
  const groups = [
    { title: 'Contact', fields: OF_CONTACT },
    { title: 'Properties', fields: propertyFields(known, named) },
    { title: 'Topics', fields: fieldsOf('topics', known.topics, 'Subscribed to') },
    { title: 'Segments', fields: fieldsOf('segments', known.segments, 'In segment') },
    { title: 'Any broadcast', fields: OF_ANY_BROADCAST },
    ...OF_BROADCAST.map(({ root, words, title }) => ({
      title,
      fields: [
        ...fieldsOf(root, known.broadcasts, words),
        { id: `${root}.`, name: `${words}: another broadcast (ID as value)` },
      ],
    })),
  ]
  const listed = new Set(groups.flatMap(({ fields }) => fields.map(({ id }) => id)))
  const deleted = [...new Set(named)].filter(field => field !== '' && !listed.has(field))
  const others = { title: 'Deleted', fields: deleted.map(field => ({ id: field, name: field })) }
  return [...groups, others].filter(({ fields }) => fields.length > 0)
}

const OF_CONTACT: NamedOption[] = [
  { id: 'contact.email', name: 'Email address' },
  { id: 'contact.first_name', name: 'First name' },
  { id: 'contact.last_name', name: 'Last name' },
  { id: 'contact.unsubscribed', name: 'Unsubscribed from all' },
  { id: 'days_since.created', name: 'Days since created' },
]

const OF_ANY_BROADCAST: NamedOption[] = [
  { id: 'days_since.sent', name: 'Days since last sent' },
  { id: 'days_since.opened', name: 'Days since last opened' },
  { id: 'days_since.clicked', name: 'Days since last clicked' },
]

const OF_BROADCAST = [
  { root: 'sent', words: 'Was sent', title: 'Broadcast sent' },
  { root: 'opened', words: 'Opened', title: 'Broadcast opened' },
  { root: 'clicked', words: 'Clicked a link in', title: 'Broadcast clicked' },
]

function fieldsOf(root: string, objects: readonly NamedOption[], words: string): NamedOption[] {
  return objects.map(({ id, name }) => ({ id: `${root}.${id}`, name: `${words}: ${name}` }))
}

function propertyFields({ properties }: RuleNameable, named: readonly string[]): NamedOption[] {
  const own = named.flatMap(text => {
    const field = parseSegmentField(text)
    return field?.of === 'property' && properties.has(field.key) ? [field.key] : []
  })
  const keys = new Set([...own, ...[...properties.keys()].slice(0, KEYS_SHOWN_MAX)])
  return [...keys].toSorted().map(key => ({ id: `contact.properties.${key}`, name: `Property ${key}` }))
}
