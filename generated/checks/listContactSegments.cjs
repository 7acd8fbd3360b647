// Made by `npm run generate`.
module.exports = words => [
require("./listContactSegments.parameters.cjs")(words),
]
