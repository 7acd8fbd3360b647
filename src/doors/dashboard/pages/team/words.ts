// What is said of a name that a team cannot have.

export const NAME_FAULT_OF_TEAM = 'Give it a name of up to 100 characters that can be seen.'

/** People give access to a team by its name, on a page of ours that names a client, too. */
export function imitatedWords(imitated: string): string {
  return `This name can be taken for “${imitated}”, which is not a team. Give it another one.`
}
