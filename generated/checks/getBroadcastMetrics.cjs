// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"query":{"type":"object","properties":{"broadcast_id":{"type":"array","items":{"type":"string","format":"uuid","x-in-lower-case":true},"maxItems":100}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":[]};
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
if(!(key1 === "broadcast_id")){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data1}];
return false;
break;
}
}
if(_errs7 === errors){
if(data1.broadcast_id !== undefined){
let data2 = data1.broadcast_id;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data2)){
if(data2.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id",schemaPath:"#/properties/query/properties/broadcast_id/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.broadcast_id,data:data2}];
return false;
}
else {
var valid2 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs10 = errors;
if(errors === _errs10){
if(errors === _errs10){
if(typeof data3 === "string"){
if(!(formats0.test(data3))){
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id/" + i0,schemaPath:"#/properties/query/properties/broadcast_id/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.query.properties.broadcast_id.items,data:data3}];
return false;
}
else {
if(/[A-Z]/.test(data3)){
data3 = data3.toLowerCase();
data2[i0] = data3;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id/" + i0,schemaPath:"#/properties/query/properties/broadcast_id/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.broadcast_id.items.type,parentSchema:schema0.properties.query.properties.broadcast_id.items,data:data3}];
return false;
}
}
}
var valid2 = _errs10 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/broadcast_id",schemaPath:"#/properties/query/properties/broadcast_id/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.broadcast_id.type,parentSchema:schema0.properties.query.properties.broadcast_id,data:data2}];
return false;
}
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
let data4 = data.header;
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data4}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data5 = data.cookie;
const _errs15 = errors;
if(errors === _errs15){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data5}];
return false;
}
}
var valid0 = _errs15 === errors;
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
