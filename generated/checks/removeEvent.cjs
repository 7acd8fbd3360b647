// Made by `npm run generate`.
module.exports = words => [
require("./getEvent.parameters.cjs")(words),
]
