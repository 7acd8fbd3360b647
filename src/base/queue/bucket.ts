// The bucket of a team, a group of teams: always the same one, and about as many teams in each.

const BUCKETS = 64

/** Jobs come in many of one team after the other. */
let last = { team_id: '', bucket: hashOf('') % BUCKETS }

export function bucketOf(team_id: string): number {
  if (team_id !== last.team_id) last = { team_id, bucket: hashOf(team_id) % BUCKETS }
  return last.bucket
}

/** FNV-1a, folded: of it the lowest bits alone would not do. */
function hashOf(team_id: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < team_id.length; index++) {
    hash = Math.imul(hash ^ team_id.charCodeAt(index), 0x01_00_01_93)
  }
  return (hash >>> 16) ^ (hash & 0xff_ff)
}
