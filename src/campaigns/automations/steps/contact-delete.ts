// Deletes the contact; later steps are skipped.
import type { StepType } from './step-type.ts'

export const contactDeleteStep: StepType<'contact_delete'> = {
  title: 'Delete contact',
  summary: () => '',
  config: () => ({}),
  advance: ({ key }) => ({ is: 'acting', effect: { kind: 'delete_contact', step_key: key } }),
  removesContact: true,
}
