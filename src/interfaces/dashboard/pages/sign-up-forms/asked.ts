// Reads and checks the form about a sign-up form.
import { CONSENT_MAX, FORM_NAME_MAX, type SignUpForm } from '../../../../campaigns/sign-ups/rules.ts'
import { parsedAddress } from '../../../../base/text/addresses.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { FormFault } from '../../problems.ts'
import { typed } from '../../ui/typed.ts'

export const FROM_MAX = 320

/** Throws a `FormFault` for the page to show. */
export function askedForm(
  form: URLSearchParams,
): Pick<SignUpForm, 'name' | 'consent' | 'from' | 'topic_id' | 'segment_id'> {
  const [name, consent, from] = [
    typed(form, 'name'),
    typed(form, 'consent').replaceAll('\r\n', '\n'),
    typed(form, 'from'),
  ]
  if (name === '' || isLongerThan(name, FORM_NAME_MAX))
    throw new FormFault(`Please give the form a name of up to ${FORM_NAME_MAX} characters.`)
  if (consent === '' || isLongerThan(consent, CONSENT_MAX))
    throw new FormFault(`Please write what people agree to, in up to ${CONSENT_MAX} characters.`)
  if (from.length > FROM_MAX || !parsedAddress(from))
    throw new FormFault('Please give a sender, such as News <news@example.com>.')
  return {
    name,
    consent,
    from,
    topic_id: typed(form, 'topic_id') || null,
    segment_id: typed(form, 'segment_id') || null,
  }
}
