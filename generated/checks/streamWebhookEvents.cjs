// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{"after":{"type":"string"},"types":{"type":"array","items":{"type":"string","enum":["email.sent","email.scheduled","email.delivered","email.delivery_delayed","email.complained","email.bounced","email.opened","email.clicked","email.received","email.failed","email.suppressed","contact.created","contact.updated","contact.deleted","contact.topics.updated","domain.created","domain.updated","domain.deleted","suppression.added","suppression.removed","topic.created","topic.updated","topic.deleted","inbox.created","inbox.updated","inbox.deleted","inbox.thread.created","inbox.thread.folder.updated","inbox.thread.assigned","inbox.thread.unassigned","inbox.thread.labels.updated","inbox.email.received","inbox.email.sent","inbox.draft.created","inbox.draft.updated","inbox.draft.sent","inbox.draft.deleted"]},"maxItems":100}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{"last-event-id":{"type":"string"}},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};

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
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.path.type,parentSchema:schema0.properties.path,data:data0}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.query !== undefined){
let data1 = data.query;
const _errs5 = errors;
if(errors === _errs5){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs7 = errors;
for(const key1 in data1){
if(!((key1 === "after") || (key1 === "types"))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
if(_errs7 === errors){
if(data1.after !== undefined){
let data2 = data1.after;
const _errs8 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.after.type,parentSchema:schema0.properties.query.properties.after,data:data2}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.types !== undefined){
let data3 = data1.types;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/types",schemaPath:"#/properties/query/properties/types/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.types,data:data3}];
return false;
}
else {
var valid2 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs12 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/types/" + i0,schemaPath:"#/properties/query/properties/types/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.types.items.type,parentSchema:schema0.properties.query.properties.types.items,data:data4}];
return false;
}
if(!(((((((((((((((((((((((((((((((((((((data4 === "email.sent") || (data4 === "email.scheduled")) || (data4 === "email.delivered")) || (data4 === "email.delivery_delayed")) || (data4 === "email.complained")) || (data4 === "email.bounced")) || (data4 === "email.opened")) || (data4 === "email.clicked")) || (data4 === "email.received")) || (data4 === "email.failed")) || (data4 === "email.suppressed")) || (data4 === "contact.created")) || (data4 === "contact.updated")) || (data4 === "contact.deleted")) || (data4 === "contact.topics.updated")) || (data4 === "domain.created")) || (data4 === "domain.updated")) || (data4 === "domain.deleted")) || (data4 === "suppression.added")) || (data4 === "suppression.removed")) || (data4 === "topic.created")) || (data4 === "topic.updated")) || (data4 === "topic.deleted")) || (data4 === "inbox.created")) || (data4 === "inbox.updated")) || (data4 === "inbox.deleted")) || (data4 === "inbox.thread.created")) || (data4 === "inbox.thread.folder.updated")) || (data4 === "inbox.thread.assigned")) || (data4 === "inbox.thread.unassigned")) || (data4 === "inbox.thread.labels.updated")) || (data4 === "inbox.email.received")) || (data4 === "inbox.email.sent")) || (data4 === "inbox.draft.created")) || (data4 === "inbox.draft.updated")) || (data4 === "inbox.draft.sent")) || (data4 === "inbox.draft.deleted"))){
validate0.errors = [{instancePath:instancePath+"/query/types/" + i0,schemaPath:"#/properties/query/properties/types/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.types.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.types.items.enum,parentSchema:schema0.properties.query.properties.types.items,data:data4}];
return false;
}
var valid2 = _errs12 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/types",schemaPath:"#/properties/query/properties/types/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.types.type,parentSchema:schema0.properties.query.properties.types,data:data3}];
return false;
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data1}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data5 = data.header;
const _errs14 = errors;
if(errors === _errs14){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5["last-event-id"] !== undefined){
let data6 = data5["last-event-id"];
if(typeof data6 !== "string"){
validate0.errors = [{instancePath:instancePath+"/header/last-event-id",schemaPath:"#/properties/header/properties/last-event-id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.header.properties["last-event-id"].type,parentSchema:schema0.properties.header.properties["last-event-id"],data:data6}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data5}];
return false;
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data7 = data.cookie;
const _errs19 = errors;
if(errors === _errs19){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data7}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
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
]
