// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["event"],"properties":{"event":{"type":"string","minLength":1,"maxLength":255},"contact_id":{"type":"string","format":"uuid","x-in-lower-case":true},"email":{"type":"string","maxLength":254,"pattern":"^[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+@[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+$"},"payload":{"type":"object","additionalProperties":{}}},"x-at-least-one-of":[["contact_id"],["email"]]}},"required":["requestBody"]};
const func0 = words.hasOneOf;
const func1 = words.isLongerThan;
const func2 = words.isShorterThan;
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pattern0 = new RegExp("^[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+@[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+$", "u");

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
if(!func0(schema0.properties.requestBody["x-at-least-one-of"], data0)){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/x-at-least-one-of",keyword:"x-at-least-one-of",params:{},message:"must pass \"x-at-least-one-of\" keyword validation",schema:schema0.properties.requestBody["x-at-least-one-of"],parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.event === undefined) && (missing1 = "event")){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.event !== undefined){
let data1 = data0.event;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/event",schemaPath:"#/properties/requestBody/properties/event/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.event,data:data1}];
return false;
}
else {
if(func2(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/event",schemaPath:"#/properties/requestBody/properties/event/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.event,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/event",schemaPath:"#/properties/requestBody/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.event.type,parentSchema:schema0.properties.requestBody.properties.event,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.contact_id !== undefined){
let data2 = data0.contact_id;
const _errs6 = errors;
if(errors === _errs6){
if(errors === _errs6){
if(typeof data2 === "string"){
if(!(formats0.test(data2))){
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.contact_id,data:data2}];
return false;
}
else {
if(/[A-Z]/.test(data2)){
data2 = data2.toLowerCase();
data0["contact_id"] = data2;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/contact_id",schemaPath:"#/properties/requestBody/properties/contact_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.contact_id.type,parentSchema:schema0.properties.requestBody.properties.contact_id,data:data2}];
return false;
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.email !== undefined){
let data3 = data0.email;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data3 === "string"){
if(func1(data3, 254)){
validate0.errors = [{instancePath:instancePath+"/requestBody/email",schemaPath:"#/properties/requestBody/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters",schema:254,parentSchema:schema0.properties.requestBody.properties.email,data:data3}];
return false;
}
else {
if(!pattern0.test(data3)){
validate0.errors = [{instancePath:instancePath+"/requestBody/email",schemaPath:"#/properties/requestBody/properties/email/pattern",keyword:"pattern",params:{pattern: "^[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+@[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+$"},message:"must match pattern \""+"^[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+@[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+$"+"\"",schema:"^[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+@[^\\s\\u0000-\\u001f\\u007f@<>(),:;\"\\\\\\[\\]]+$",parentSchema:schema0.properties.requestBody.properties.email,data:data3}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/email",schemaPath:"#/properties/requestBody/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.email.type,parentSchema:schema0.properties.requestBody.properties.email,data:data3}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.payload !== undefined){
let data4 = data0.payload;
const _errs10 = errors;
if(errors === _errs10){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/payload",schemaPath:"#/properties/requestBody/properties/payload/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.payload.type,parentSchema:schema0.properties.requestBody.properties.payload,data:data4}];
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
