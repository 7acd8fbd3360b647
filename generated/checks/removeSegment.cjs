// Made by `npm run generate`.
module.exports = words => [
require("./getSegment.parameters.cjs")(words),
]
