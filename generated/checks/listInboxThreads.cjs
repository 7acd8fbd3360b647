// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{"inbox":{"type":"string"}},"required":["inbox"]},"query":{"type":"object","properties":{"folders":{"type":"array","items":{"type":"string","enum":["inbox","archive","spam","sent","trash"]},"maxItems":10},"labels":{"type":"array","items":{"type":"string","format":"uuid","x-in-lower-case":true},"maxItems":100},"read":{"type":"boolean"},"after":{"type":"string","x-in-lower-case":true},"before":{"type":"string","x-in-lower-case":true},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":100,"default":20}},"additionalProperties":false,"required":[]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["path"]};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;

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
if((data.path === undefined) && (missing0 = "path")){
validate0.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'",schema:schema0.required,parentSchema:schema0,data}];
return false;
}
else {
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.inbox === undefined) && (missing1 = "inbox")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.path.required,parentSchema:schema0.properties.path,data:data0}];
return false;
}
else {
const _errs4 = errors;
for(const key0 in data0){
if(!(key0 === "inbox")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.inbox !== undefined){
let data1 = data0.inbox;
if(typeof data1 !== "string"){
validate0.errors = [{instancePath:instancePath+"/path/inbox",schemaPath:"#/properties/path/properties/inbox/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.path.properties.inbox.type,parentSchema:schema0.properties.path.properties.inbox,data:data1}];
return false;
}
}
}
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
let data2 = data.query;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.limit === undefined){
data2.limit = 20;
}
const _errs9 = errors;
for(const key1 in data2){
if(!((((((key1 === "folders") || (key1 === "labels")) || (key1 === "read")) || (key1 === "after")) || (key1 === "before")) || (key1 === "limit"))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data2}];
return false;
break;
}
}
if(_errs9 === errors){
if(data2.folders !== undefined){
let data3 = data2.folders;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length > 10){
validate0.errors = [{instancePath:instancePath+"/query/folders",schemaPath:"#/properties/query/properties/folders/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items",schema:10,parentSchema:schema0.properties.query.properties.folders,data:data3}];
return false;
}
else {
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs12 = errors;
if(typeof data4 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/folders/" + i0,schemaPath:"#/properties/query/properties/folders/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.folders.items.type,parentSchema:schema0.properties.query.properties.folders.items,data:data4}];
return false;
}
if(!(((((data4 === "inbox") || (data4 === "archive")) || (data4 === "spam")) || (data4 === "sent")) || (data4 === "trash"))){
validate0.errors = [{instancePath:instancePath+"/query/folders/" + i0,schemaPath:"#/properties/query/properties/folders/items/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.folders.items.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.folders.items.enum,parentSchema:schema0.properties.query.properties.folders.items,data:data4}];
return false;
}
var valid3 = _errs12 === errors;
if(!valid3){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/folders",schemaPath:"#/properties/query/properties/folders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.folders.type,parentSchema:schema0.properties.query.properties.folders,data:data3}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.labels !== undefined){
let data5 = data2.labels;
const _errs14 = errors;
if(errors === _errs14){
if(Array.isArray(data5)){
if(data5.length > 100){
validate0.errors = [{instancePath:instancePath+"/query/labels",schemaPath:"#/properties/query/properties/labels/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items",schema:100,parentSchema:schema0.properties.query.properties.labels,data:data5}];
return false;
}
else {
var valid4 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs16 = errors;
if(errors === _errs16){
if(errors === _errs16){
if(typeof data6 === "string"){
if(!(formats0.test(data6))){
validate0.errors = [{instancePath:instancePath+"/query/labels/" + i1,schemaPath:"#/properties/query/properties/labels/items/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.query.properties.labels.items,data:data6}];
return false;
}
else {
if(/[A-Z]/.test(data6)){
data6 = data6.toLowerCase();
data5[i1] = data6;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/labels/" + i1,schemaPath:"#/properties/query/properties/labels/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.labels.items.type,parentSchema:schema0.properties.query.properties.labels.items,data:data6}];
return false;
}
}
}
var valid4 = _errs16 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/labels",schemaPath:"#/properties/query/properties/labels/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.query.properties.labels.type,parentSchema:schema0.properties.query.properties.labels,data:data5}];
return false;
}
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.read !== undefined){
let data7 = data2.read;
const _errs18 = errors;
if(typeof data7 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/query/read",schemaPath:"#/properties/query/properties/read/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.query.properties.read.type,parentSchema:schema0.properties.query.properties.read,data:data7}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.after !== undefined){
let data8 = data2.after;
const _errs20 = errors;
if(errors === _errs20){
if(typeof data8 === "string"){
if(/[A-Z]/.test(data8)){
data8 = data8.toLowerCase();
data2["after"] = data8;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.after.type,parentSchema:schema0.properties.query.properties.after,data:data8}];
return false;
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.before !== undefined){
let data9 = data2.before;
const _errs22 = errors;
if(errors === _errs22){
if(typeof data9 === "string"){
if(/[A-Z]/.test(data9)){
data9 = data9.toLowerCase();
data2["before"] = data9;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.before.type,parentSchema:schema0.properties.query.properties.before,data:data9}];
return false;
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data10 = data2.limit;
const _errs24 = errors;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.query.properties.limit.type,parentSchema:schema0.properties.query.properties.limit,data:data10}];
return false;
}
if(errors === _errs24){
if(typeof data10 == "number"){
if(data10 > 100 || isNaN(data10)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema0.properties.query.properties.limit,data:data10}];
return false;
}
else {
if(data10 < 1 || isNaN(data10)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.query.properties.limit,data:data10}];
return false;
}
else {
if(!(formats2.validate(data10))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.query.properties.limit,data:data10}];
return false;
}
}
}
}
}
var valid2 = _errs24 === errors;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.query.type,parentSchema:schema0.properties.query,data:data2}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.header !== undefined){
let data11 = data.header;
const _errs26 = errors;
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data11}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data12 = data.cookie;
const _errs29 = errors;
if(errors === _errs29){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data12}];
return false;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
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
