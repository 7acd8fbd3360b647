// Messages about invalid names of a team.

export const NAME_FAULT_OF_TEAM = 'Give it a name of up to 100 characters that can be seen.'

/** The consent page names a client and the teams, so a team with the name of a client could mislead people. */
export function imitatedWords(imitated: string): string {
  return `This name can be taken for “${imitated}”, which is not a team. Give it another one.`
}
