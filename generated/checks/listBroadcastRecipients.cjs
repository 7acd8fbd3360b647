// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"path":{"type":"object","additionalProperties":false,"properties":{"broadcast_id":{"type":"string","format":"uuid","x-in-lower-case":true}},"required":["broadcast_id"]},"query":{"type":"object","properties":{"type":{"type":"string","enum":["sent","delivered","opened","clicked","bounced","complained","unsubscribed","suppressed"]},"email":{"type":"string","maxLength":320},"bounce_type":{"type":"string","enum":["permanent","transient","undetermined"]},"after":{"type":"string","minLength":1,"maxLength":200},"before":{"type":"string","minLength":1,"maxLength":200},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":100,"default":20}},"additionalProperties":false,"required":["type"]},"header":{"type":"object","additionalProperties":true,"properties":{},"required":[]},"cookie":{"type":"object","additionalProperties":true,"properties":{},"required":[]}},"required":["path","query"]};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const formats2 = require("ajv-formats/dist/formats").fullFormats.int32;
const func0 = words.isLongerThan;
const func2 = words.isShorterThan;

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
if(((data.path === undefined) && (missing0 = "path")) || ((data.query === undefined) && (missing0 = "query"))){
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
if((data0.broadcast_id === undefined) && (missing1 = "broadcast_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.path.required,parentSchema:schema0.properties.path,data:data0}];
return false;
}
else {
const _errs4 = errors;
for(const key0 in data0){
if(!(key0 === "broadcast_id")){
validate0.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.path,data:data0}];
return false;
break;
}
}
if(_errs4 === errors){
if(data0.broadcast_id !== undefined){
let data1 = data0.broadcast_id;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data1 === "string"){
if(!(formats0.test(data1))){
validate0.errors = [{instancePath:instancePath+"/path/broadcast_id",schemaPath:"#/properties/path/properties/broadcast_id/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\"",schema:"uuid",parentSchema:schema0.properties.path.properties.broadcast_id,data:data1}];
return false;
}
else {
if(/[A-Z]/.test(data1)){
data1 = data1.toLowerCase();
data0["broadcast_id"] = data1;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/path/broadcast_id",schemaPath:"#/properties/path/properties/broadcast_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.path.properties.broadcast_id.type,parentSchema:schema0.properties.path.properties.broadcast_id,data:data1}];
return false;
}
}
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
let missing2;
if((data2.type === undefined) && (missing2 = "type")){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.query.required,parentSchema:schema0.properties.query,data:data2}];
return false;
}
else {
const _errs9 = errors;
for(const key1 in data2){
if(!((((((key1 === "type") || (key1 === "email")) || (key1 === "bounce_type")) || (key1 === "after")) || (key1 === "before")) || (key1 === "limit"))){
validate0.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema0.properties.query,data:data2}];
return false;
break;
}
}
if(_errs9 === errors){
if(data2.type !== undefined){
let data3 = data2.type;
const _errs10 = errors;
if(typeof data3 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/type",schemaPath:"#/properties/query/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.type.type,parentSchema:schema0.properties.query.properties.type,data:data3}];
return false;
}
if(!((((((((data3 === "sent") || (data3 === "delivered")) || (data3 === "opened")) || (data3 === "clicked")) || (data3 === "bounced")) || (data3 === "complained")) || (data3 === "unsubscribed")) || (data3 === "suppressed"))){
validate0.errors = [{instancePath:instancePath+"/query/type",schemaPath:"#/properties/query/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.type.enum,parentSchema:schema0.properties.query.properties.type,data:data3}];
return false;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.email !== undefined){
let data4 = data2.email;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(func0(data4, 320)){
validate0.errors = [{instancePath:instancePath+"/query/email",schemaPath:"#/properties/query/properties/email/maxLength",keyword:"maxLength",params:{limit: 320},message:"must NOT have more than 320 characters",schema:320,parentSchema:schema0.properties.query.properties.email,data:data4}];
return false;
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/email",schemaPath:"#/properties/query/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.email.type,parentSchema:schema0.properties.query.properties.email,data:data4}];
return false;
}
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.bounce_type !== undefined){
let data5 = data2.bounce_type;
const _errs14 = errors;
if(typeof data5 !== "string"){
validate0.errors = [{instancePath:instancePath+"/query/bounce_type",schemaPath:"#/properties/query/properties/bounce_type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.bounce_type.type,parentSchema:schema0.properties.query.properties.bounce_type,data:data5}];
return false;
}
if(!(((data5 === "permanent") || (data5 === "transient")) || (data5 === "undetermined"))){
validate0.errors = [{instancePath:instancePath+"/query/bounce_type",schemaPath:"#/properties/query/properties/bounce_type/enum",keyword:"enum",params:{allowedValues: schema0.properties.query.properties.bounce_type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.query.properties.bounce_type.enum,parentSchema:schema0.properties.query.properties.bounce_type,data:data5}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.after !== undefined){
let data6 = data2.after;
const _errs16 = errors;
if(errors === _errs16){
if(typeof data6 === "string"){
if(func0(data6, 200)){
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema0.properties.query.properties.after,data:data6}];
return false;
}
else {
if(func2(data6, 1)){
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.after,data:data6}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/after",schemaPath:"#/properties/query/properties/after/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.after.type,parentSchema:schema0.properties.query.properties.after,data:data6}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.before !== undefined){
let data7 = data2.before;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(func0(data7, 200)){
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters",schema:200,parentSchema:schema0.properties.query.properties.before,data:data7}];
return false;
}
else {
if(func2(data7, 1)){
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.query.properties.before,data:data7}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/query/before",schemaPath:"#/properties/query/properties/before/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.query.properties.before.type,parentSchema:schema0.properties.query.properties.before,data:data7}];
return false;
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
let data8 = data2.limit;
const _errs20 = errors;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.query.properties.limit.type,parentSchema:schema0.properties.query.properties.limit,data:data8}];
return false;
}
if(errors === _errs20){
if(typeof data8 == "number"){
if(data8 > 100 || isNaN(data8)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema0.properties.query.properties.limit,data:data8}];
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema0.properties.query.properties.limit,data:data8}];
return false;
}
else {
if(!(formats2.validate(data8))){
validate0.errors = [{instancePath:instancePath+"/query/limit",schemaPath:"#/properties/query/properties/limit/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.query.properties.limit,data:data8}];
return false;
}
}
}
}
}
var valid2 = _errs20 === errors;
}
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
let data9 = data.header;
const _errs22 = errors;
if(errors === _errs22){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
}
else {
validate0.errors = [{instancePath:instancePath+"/header",schemaPath:"#/properties/header/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.header.type,parentSchema:schema0.properties.header,data:data9}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cookie !== undefined){
let data10 = data.cookie;
const _errs25 = errors;
if(errors === _errs25){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
}
else {
validate0.errors = [{instancePath:instancePath+"/cookie",schemaPath:"#/properties/cookie/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.cookie.type,parentSchema:schema0.properties.cookie,data:data10}];
return false;
}
}
var valid0 = _errs25 === errors;
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
