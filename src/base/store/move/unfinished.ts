// The mark of a database with an unfinished move.

/** The table that marks the database and contains the progress of the move. */
export const UNFINISHED_MOVE_TABLE = 'unfinished_move'

/** The error of a server started on such a database. */
export const UNFINISHED_MOVE_ERROR =
  'The move into the database of DATABASE_URL is not complete. Run the same `npm run move` again, or use an empty database.'
