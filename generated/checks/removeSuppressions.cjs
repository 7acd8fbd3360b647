// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"emails":{"minItems":1,"maxItems":100,"type":["array","null"],"items":{"type":"string"}},"ids":{"minItems":1,"maxItems":100,"type":["array","null"],"items":{"type":"string","format":"uuid","x-in-lower-case":true}}}}},"required":["requestBody"]};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

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
if(data0.emails !== undefined){
let data1 = data0.emails;
const _errs4 = errors;
if((!(Array.isArray(data1))) && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.emails.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.emails.type,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
if(errors === _errs4){
if(Array.isArray(data1)){
if(data1.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
else {
if(data1.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails",schemaPath:"#/properties/requestBody/properties/emails/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.emails,data:data1}];
return false;
}
else {
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/emails/" + i0,schemaPath:"#/properties/requestBody/properties/emails/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.emails.items.type,parentSchema:schema0.properties.requestBody.properties.emails.items,data:data2}];
return false;
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.ids !== undefined){
let data3 = data0.ids;
const _errs8 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/ids",schemaPath:"#/properties/requestBody/properties/ids/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.ids.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.ids.type,parentSchema:schema0.properties.requestBody.properties.ids,data:data3}];
return false;
}
if(errors === _errs8){
if(Array.isArray(data3)){
if(data3.length > 100){
validate0.errors = [{instancePath:instancePath+"/requestBody/ids",schemaPath:"#/properties/requestBody/properties/ids/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.requestBody.properties.ids,data:data3}];
return false;
}
else {
if(data3.length < 1){
validate0.errors = [{instancePath:instancePath+"/requestBody/ids",schemaPath:"#/properties/requestBody/properties/ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema0.properties.requestBody.properties.ids,data:data3}];
return false;
}
else {
var valid3 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
validate0.errors = [{instancePath:instancePath+"/requestBody/ids/" + i1,schemaPath:"#/properties/requestBody/properties/ids/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.requestBody.properties.ids.items,data:data4}];
return false;
}
else {
if(/[A-Z]/.test(data4)){
data4 = data4.toLowerCase();
data3[i1] = data4;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/ids/" + i1,schemaPath:"#/properties/requestBody/properties/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.ids.items.type,parentSchema:schema0.properties.requestBody.properties.ids.items,data:data4}];
return false;
}
}
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
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
