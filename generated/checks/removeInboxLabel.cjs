// Made by `npm run generate`.
module.exports = words => [
require("./removeInboxLabel.parameters.cjs")(words),
]
