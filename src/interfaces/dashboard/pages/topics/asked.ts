// Reads and checks the forms about topics.
import type { InSchemas } from '../../../../../generated/api.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { FormFault } from '../../problems.ts'
import { lengthOf } from '../../ui/fields.ts'
import { subscriptionIn } from '../contacts/asked.ts'

export const TOPIC_NAME_MAX = lengthOf('CreateTopic', 'name')
export const DESCRIPTION_MAX = lengthOf('CreateTopic', 'description')

type Described = Required<Pick<InSchemas['UpdateTopic'], 'name' | 'description' | 'visibility'>>

/** The fields of a topic. Throws a `FormFault` for the page to show. */
export function askedTopic(form: URLSearchParams): Described {
  const name = (form.get('name') ?? '').trim()
  const description = (form.get('description') ?? '').trim() || null
  if (name === '' || isLongerThan(name, TOPIC_NAME_MAX))
    throw new FormFault(`Please give the topic a name of up to ${TOPIC_NAME_MAX} characters.`)
  if (isLongerThan(description ?? '', DESCRIPTION_MAX))
    throw new FormFault(`The description can have up to ${DESCRIPTION_MAX} characters.`)
  return { name, description, visibility: form.get('visibility') === 'public' ? 'public' : 'private' }
}

export function askedNewTopic(form: URLSearchParams): InSchemas['CreateTopic'] {
  return { ...askedTopic(form), default_subscription: subscriptionIn(form.get('default_subscription')) }
}
