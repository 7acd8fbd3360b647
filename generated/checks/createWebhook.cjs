// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["endpoint","events"],"properties":{"endpoint":{"type":"string"},"events":{"type":"array","items":{"type":"string","enum":["email.sent","email.scheduled","email.delivered","email.delivery_delayed","email.complained","email.bounced","email.opened","email.clicked","email.received","email.failed","email.suppressed","contact.created","contact.updated","contact.deleted","contact.topics.updated","domain.created","domain.updated","domain.deleted","suppression.added","suppression.removed","topic.created","topic.updated","topic.deleted","inbox.created","inbox.updated","inbox.deleted","inbox.thread.created","inbox.thread.folder.updated","inbox.thread.assigned","inbox.thread.unassigned","inbox.thread.labels.updated","inbox.email.received","inbox.email.sent","inbox.draft.created","inbox.draft.updated","inbox.draft.sent","inbox.draft.deleted"]},"minItems":1,"maxItems":100}}}},"required":["requestBody"]};

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
let missing1;
if(((data0.endpoint === undefined) && (missing1 = "endpoint")) || ((data0.events === undefined) && (missing1 = "events"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.endpoint !== undefined){
let data1 = data0.endpoint;
const _errs4 = errors;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/endpoint",schemaPath:"#/properties/requestBody/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.endpoint.type,parentSchema:schema0.properties.requestBody.properties.endpoint,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.events !== undefined){
let data2 = data0.events;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data2)){
if(data2.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.events,data:data2}];
return false;
}
else {
if(data2.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.events,data:data2}];
return false;
}
else {
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs8 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0,schemaPath:"#/properties/requestBody/properties/events/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.events.items.type,parentSchema:schema0.properties.requestBody.properties.events.items,data:data3}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((data3 === "email.sent") || (data3 === "email.scheduled")) || (data3 === "email.delivered")) || (data3 === "email.delivery_delayed")) || (data3 === "email.complained")) || (data3 === "email.bounced")) || (data3 === "email.opened")) || (data3 === "email.clicked")) || (data3 === "email.received")) || (data3 === "email.failed")) || (data3 === "email.suppressed")) || (data3 === "contact.created")) || (data3 === "contact.updated")) || (data3 === "contact.deleted")) || (data3 === "contact.topics.updated")) || (data3 === "domain.created")) || (data3 === "domain.updated")) || (data3 === "domain.deleted")) || (data3 === "suppression.added")) || (data3 === "suppression.removed")) || (data3 === "topic.created")) || (data3 === "topic.updated")) || (data3 === "topic.deleted")) || (data3 === "inbox.created")) || (data3 === "inbox.updated")) || (data3 === "inbox.deleted")) || (data3 === "inbox.thread.created")) || (data3 === "inbox.thread.folder.updated")) || (data3 === "inbox.thread.assigned")) || (data3 === "inbox.thread.unassigned")) || (data3 === "inbox.thread.labels.updated")) || (data3 === "inbox.email.received")) || (data3 === "inbox.email.sent")) || (data3 === "inbox.draft.created")) || (data3 === "inbox.draft.updated")) || (data3 === "inbox.draft.sent")) || (data3 === "inbox.draft.deleted"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/events/" + i0,schemaPath:"#/properties/requestBody/properties/events/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.events.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.events.items.enum,parentSchema:schema0.properties.requestBody.properties.events.items,data:data3}];
return false;
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/events",schemaPath:"#/properties/requestBody/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.events.type,parentSchema:schema0.properties.requestBody.properties.events,data:data2}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
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
require("./getJwks.parameters.cjs")(words),
]
