// Made by `npm run generate`.
module.exports = words => [
require("./getBroadcast.parameters.cjs")(words),
]
