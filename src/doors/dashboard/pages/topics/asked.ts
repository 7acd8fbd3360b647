// What the forms about topics ask for, and what is wrong with that.
import type { InSchemas } from '../../../../../generated/api.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { lengthOf } from '../../ui/fields.ts'
import { subscriptionIn } from '../contacts/asked.ts'

export const TOPIC_NAME_MAX = lengthOf('CreateTopic', 'name')
export const DESCRIPTION_MAX = lengthOf('CreateTopic', 'description')

type Described = Required<Pick<InSchemas['UpdateTopic'], 'name' | 'description' | 'visibility'>>

export function topicFault(form: URLSearchParams): string | undefined {
  const { name, description } = askedTopic(form)
  if (name === '' || isLongerThan(name, TOPIC_NAME_MAX))
    return `Please give the topic a name of up to ${TOPIC_NAME_MAX} characters.`
  if (isLongerThan(description ?? '', DESCRIPTION_MAX))
    return `The description can have up to ${DESCRIPTION_MAX} characters.`
  return undefined
}

export function askedTopic(form: URLSearchParams): Described {
  return {
    name: (form.get('name') ?? '').trim(),
    description: (form.get('description') ?? '').trim() || null,
    visibility: form.get('visibility') === 'public' ? 'public' : 'private',
  }
}

export function askedNewTopic(form: URLSearchParams): InSchemas['CreateTopic'] {
  const { name, description, visibility } = askedTopic(form)
  const default_subscription = subscriptionIn(form.get('default_subscription'))
  return { name, description, visibility, default_subscription }
}
