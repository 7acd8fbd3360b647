// Made by `npm run generate`.
module.exports = words => [
require("./getInbox.parameters.cjs")(words),
]
