// Statements for the facts about one contact and the links that it followed.
import { STORED_FACTS } from '../store.ts'

const { facts, clicks, links } = STORED_FACTS

export const clicksOfPerson = clicks.findAny('broadcast_id', 'team_id', 'contact_id')
export const factsOfPerson = facts.findAny('broadcast_id', 'team_id', 'contact_id')
export const linksByKeys = links.findAny('url_key', 'team_id', 'broadcast_id')
export const removeLink = links.remove('team_id', 'broadcast_id', 'url_key')
export const removeFacts = facts.remove('team_id', 'broadcast_id', 'contact_id')
export const removeClicks = clicks.remove('team_id', 'broadcast_id', 'contact_id')
