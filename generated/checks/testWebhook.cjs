// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"type":{"default":"email.sent","allOf":[{"type":"string","enum":["email.sent","email.scheduled","email.delivered","email.delivery_delayed","email.complained","email.bounced","email.opened","email.clicked","email.received","email.failed","email.suppressed","contact.created","contact.updated","contact.deleted","contact.topics.updated","domain.created","domain.updated","domain.deleted","suppression.added","suppression.removed","topic.created","topic.updated","topic.deleted","inbox.created","inbox.updated","inbox.deleted","inbox.thread.created","inbox.thread.folder.updated","inbox.thread.assigned","inbox.thread.unassigned","inbox.thread.labels.updated","inbox.email.received","inbox.email.sent","inbox.draft.created","inbox.draft.updated","inbox.draft.sent","inbox.draft.deleted"]}]}}}},"required":["requestBody"]};

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.requestBody === undefined) && (missing0 = "requestBody")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.requestBody !== undefined){
let data0 = data.requestBody;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.type === undefined){
data0.type = "email.sent";
}
let data1 = data0.type;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/type",schemaPath:"#/properties/requestBody/properties/type/allOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.type.allOf[0].type,parentSchema:schema0.properties.requestBody.properties.type.allOf[0],data:data1}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((data1 === "email.sent") || (data1 === "email.scheduled")) || (data1 === "email.delivered")) || (data1 === "email.delivery_delayed")) || (data1 === "email.complained")) || (data1 === "email.bounced")) || (data1 === "email.opened")) || (data1 === "email.clicked")) || (data1 === "email.received")) || (data1 === "email.failed")) || (data1 === "email.suppressed")) || (data1 === "contact.created")) || (data1 === "contact.updated")) || (data1 === "contact.deleted")) || (data1 === "contact.topics.updated")) || (data1 === "domain.created")) || (data1 === "domain.updated")) || (data1 === "domain.deleted")) || (data1 === "suppression.added")) || (data1 === "suppression.removed")) || (data1 === "topic.created")) || (data1 === "topic.updated")) || (data1 === "topic.deleted")) || (data1 === "inbox.created")) || (data1 === "inbox.updated")) || (data1 === "inbox.deleted")) || (data1 === "inbox.thread.created")) || (data1 === "inbox.thread.folder.updated")) || (data1 === "inbox.thread.assigned")) || (data1 === "inbox.thread.unassigned")) || (data1 === "inbox.thread.labels.updated")) || (data1 === "inbox.email.received")) || (data1 === "inbox.email.sent")) || (data1 === "inbox.draft.created")) || (data1 === "inbox.draft.updated")) || (data1 === "inbox.draft.sent")) || (data1 === "inbox.draft.deleted"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/type",schemaPath:"#/properties/requestBody/properties/type/allOf/0/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.type.allOf[0].enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.type.allOf[0].enum,parentSchema:schema0.properties.requestBody.properties.type.allOf[0],data:data1}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.type,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.type,parentSchema:schema0,data}];
return false;
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
return module.exports
})({}),
require("./getWebhook.parameters.cjs")(words),
]
