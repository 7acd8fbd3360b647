// Made by `npm run generate`.
module.exports = words => [
require("./getAudience.parameters.cjs")(words),
]
