// Made by `npm run generate`.
module.exports = words => [
require("./getInboxDraft.parameters.cjs")(words),
]
