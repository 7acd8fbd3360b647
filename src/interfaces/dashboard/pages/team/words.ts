// Messages about invalid names of a team.

export const NAME_FAULT_OF_TEAM = 'Enter a name of up to 100 visible characters.'

/** The consent page names a client and the teams, so a team with the name of a client could mislead people. */
export function imitatedWords(imitated: string): string {
  return `This name is too similar to “${imitated}”, which is not a team. Choose another name.`
}
