// The appearance of the pages for recipients, which show the name and colors of the team instead of those of this server.
import type { TeamTx, TeamUnit } from '../../base/store/database.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findSenderName } from '../../identity/teams/actions.ts'
import { findImage } from '../images/store.ts'
import { imagePath } from '../images/rules.ts'
import { accentFault, DEFAULT_BRANDING, type RecipientBranding } from './rules.ts'
import { findBranding, saveBranding } from './store.ts'

export async function findRecipientBranding({ tx, team_id }: TeamTx): Promise<RecipientBranding> {
  return (await findBranding(tx, { team_id })) ?? DEFAULT_BRANDING
}

/** The data that a page needs for its appearance. */
export interface BrandingWithLogo extends Pick<RecipientBranding, 'accent' | 'language'> {
  /** The path of the logo, and the team's name for recipients, which is shown next to it. */
  logo: { path: string; team: string } | undefined
}

/** For a page without a known team. */
export const NO_BRANDING: BrandingWithLogo = { ...DEFAULT_BRANDING, logo: undefined }

export async function findBrandingWithLogo({ tx, team_id }: TeamTx): Promise<BrandingWithLogo> {
  const { logo_id, ...look } = await findRecipientBranding({ tx, team_id })
  const image = logo_id === null ? undefined : await findImage(tx, { team_id, id: logo_id })
  if (!image) return { ...look, logo: undefined }
  return { ...look, logo: { path: imagePath(image), team: (await findSenderName(tx, team_id)) ?? '' } }
}

/** Refuses (422) an unreadable color, and a logo that is not an image of the team. */
export async function saveRecipientBranding({ tx, team_id, now }: TeamUnit, look: RecipientBranding): Promise<void> {
  const { accent, logo_id } = look
  const fault = accent === null ? undefined : accentFault(accent)
  if (fault !== undefined) throw refusal('validation_error', fault)
  if (logo_id !== null && !(await findImage(tx, { team_id, id: logo_id })))
    throw refusal('validation_error', 'The image no longer exists. Choose another one.')
  const before = await findRecipientBranding({ tx, team_id })
  saveBranding(tx, { ...look, team_id })
  const changes = changesOf(before, look, 'accent', 'logo_id', 'language')
  const name = (await findSenderName(tx, team_id)) ?? null
  await record(tx, { type: 'recipient_pages.updated', team_id, at: now, object_id: team_id, name, changes })
}
