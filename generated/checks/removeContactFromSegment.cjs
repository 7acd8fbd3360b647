// Made by `npm run generate`.
module.exports = words => [
require("./addContactToSegment.parameters.cjs")(words),
]
