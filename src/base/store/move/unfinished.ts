// The mark of a database with an unfinished move.

/** The table that marks the database and contains the progress of the move. */
export const UNFINISHED = 'unfinished_move'

/** The error of a server started on such a database. */
export const HALF_MOVED =
  'The database of DATABASE_URL is half moved: finish the move (run the same `npm run move` again), or give an empty database to begin anew.'
