// Made by `npm run generate`.
module.exports = words => [
require("./getInboxThread.parameters.cjs")(words),
]
