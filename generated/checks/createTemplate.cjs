// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","required":["name","html"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255},"html":{"type":"string"},"alias":{"minLength":1,"maxLength":255,"type":["string","null"]},"from":{"minLength":1,"maxLength":998,"type":["string","null"]},"subject":{"maxLength":998,"type":["string","null"]},"reply_to":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/reply_to/anyOf/0"}}]},"text":{"type":["string","null"]},"variables":{"type":"array","items":{"type":"object","required":["key","type"],"properties":{"key":{"type":"string","minLength":1,"maxLength":50,"pattern":"^[A-Za-z0-9_]+$"},"type":{"type":"string","enum":["string","number"]},"fallback_value":{"anyOf":[{"type":"string"},{"type":["number","null"],"format":"double"}]}}},"maxItems":50}}}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const func0 = words.isLongerThan;
const func1 = words.isShorterThan;
const pattern0 = new RegExp("^[A-Za-z0-9_]+$", "u");
const formats0 = require("ajv-formats/dist/formats").fullFormats.double;

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
if(((data0.name === undefined) && (missing1 = "name")) || ((data0.html === undefined) && (missing1 = "html"))){
validate0.errors = [{instancePath:instancePath+"/requestBody",schemaPath:"#/properties/requestBody/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.required,parentSchema:schema0.properties.requestBody,data:data0}];
return false;
}
else {
if(data0.name !== undefined){
let data1 = data0.name;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func0(data1, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
else {
if(func1(data1, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/name",schemaPath:"#/properties/requestBody/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.name.type,parentSchema:schema0.properties.requestBody.properties.name,data:data1}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.html !== undefined){
let data2 = data0.html;
const _errs6 = errors;
if(typeof data2 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.alias !== undefined){
let data3 = data0.alias;
const _errs8 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/alias",schemaPath:"#/properties/requestBody/properties/alias/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.alias.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.alias.type,parentSchema:schema0.properties.requestBody.properties.alias,data:data3}];
return false;
}
if(errors === _errs8){
if(typeof data3 === "string"){
if(func0(data3, 255)){
validate0.errors = [{instancePath:instancePath+"/requestBody/alias",schemaPath:"#/properties/requestBody/properties/alias/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters",schema:255,parentSchema:schema0.properties.requestBody.properties.alias,data:data3}];
return false;
}
else {
if(func1(data3, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/alias",schemaPath:"#/properties/requestBody/properties/alias/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.alias,data:data3}];
return false;
}
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.from !== undefined){
let data4 = data0.from;
const _errs10 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/from",schemaPath:"#/properties/requestBody/properties/from/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.from.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.from.type,parentSchema:schema0.properties.requestBody.properties.from,data:data4}];
return false;
}
if(errors === _errs10){
if(typeof data4 === "string"){
if(func0(data4, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/from",schemaPath:"#/properties/requestBody/properties/from/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.from,data:data4}];
return false;
}
else {
if(func1(data4, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/from",schemaPath:"#/properties/requestBody/properties/from/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.from,data:data4}];
return false;
}
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data5 = data0.subject;
const _errs12 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data5}];
return false;
}
if(errors === _errs12){
if(typeof data5 === "string"){
if(func0(data5, 998)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/maxLength",keyword:"maxLength",params:{limit: 998},message:"must NOT have more than 998 characters",schema:998,parentSchema:schema0.properties.requestBody.properties.subject,data:data5}];
return false;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reply_to !== undefined){
let data6 = data0.reply_to;
const _errs14 = errors;
const _errs15 = errors;
let valid2 = false;
const _errs16 = errors;
if(typeof data6 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.reply_to.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.reply_to.anyOf[0],data:data6};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid2 = valid2 || _valid0;
const _errs18 = errors;
if((!(Array.isArray(data6))) && (data6 !== null)){
const err1 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.reply_to.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.reply_to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.reply_to.anyOf[1],data:data6};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(errors === _errs18){
if(Array.isArray(data6)){
var valid3 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs20 = errors;
if(typeof data7 !== "string"){
const err2 = {instancePath:instancePath+"/requestBody/reply_to/" + i0,schemaPath:"#/properties/requestBody/properties/reply_to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data7};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs20 === errors;
if(!valid3){
break;
}
}
}
}
var _valid0 = _errs18 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/reply_to",schemaPath:"#/properties/requestBody/properties/reply_to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.reply_to.anyOf,parentSchema:schema0.properties.requestBody.properties.reply_to,data:data6};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data8 = data0.text;
const _errs23 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data8}];
return false;
}
var valid1 = _errs23 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.variables !== undefined){
let data9 = data0.variables;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data9)){
if(data9.length > 50){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables",schemaPath:"#/properties/requestBody/properties/variables/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items",schema:50,parentSchema:schema0.properties.requestBody.properties.variables,data:data9}];
return false;
}
else {
var valid5 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
let data10 = data9[i1];
const _errs27 = errors;
if(errors === _errs27){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing2;
if(((data10.key === undefined) && (missing2 = "key")) || ((data10.type === undefined) && (missing2 = "type"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1,schemaPath:"#/properties/requestBody/properties/variables/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'",schema:schema0.properties.requestBody.properties.variables.items.required,parentSchema:schema0.properties.requestBody.properties.variables.items,data:data10}];
return false;
}
else {
if(data10.key !== undefined){
let data11 = data10.key;
const _errs29 = errors;
if(errors === _errs29){
if(typeof data11 === "string"){
if(func0(data11, 50)){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/key",schemaPath:"#/properties/requestBody/properties/variables/items/properties/key/maxLength",keyword:"maxLength",params:{limit: 50},message:"must NOT have more than 50 characters",schema:50,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.key,data:data11}];
return false;
}
else {
if(func1(data11, 1)){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/key",schemaPath:"#/properties/requestBody/properties/variables/items/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.key,data:data11}];
return false;
}
else {
if(!pattern0.test(data11)){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/key",schemaPath:"#/properties/requestBody/properties/variables/items/properties/key/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_]+$"},message:"must match pattern \""+"^[A-Za-z0-9_]+$"+"\"",schema:"^[A-Za-z0-9_]+$",parentSchema:schema0.properties.requestBody.properties.variables.items.properties.key,data:data11}];
return false;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/key",schemaPath:"#/properties/requestBody/properties/variables/items/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.variables.items.properties.key.type,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.key,data:data11}];
return false;
}
}
var valid6 = _errs29 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data10.type !== undefined){
let data12 = data10.type;
const _errs31 = errors;
if(typeof data12 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/type",schemaPath:"#/properties/requestBody/properties/variables/items/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.variables.items.properties.type.type,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.type,data:data12}];
return false;
}
if(!((data12 === "string") || (data12 === "number"))){
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1+"/type",schemaPath:"#/properties/requestBody/properties/variables/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.variables.items.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.variables.items.properties.type.enum,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.type,data:data12}];
return false;
}
var valid6 = _errs31 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data10.fallback_value !== undefined){
let data13 = data10.fallback_value;
const _errs33 = errors;
const _errs34 = errors;
let valid7 = false;
const _errs35 = errors;
if(typeof data13 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/variables/" + i1+"/fallback_value",schemaPath:"#/properties/requestBody/properties/variables/items/properties/fallback_value/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[0],data:data13};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs35 === errors;
valid7 = valid7 || _valid1;
const _errs37 = errors;
if((!(typeof data13 == "number")) && (data13 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/variables/" + i1+"/fallback_value",schemaPath:"#/properties/requestBody/properties/variables/items/properties/fallback_value/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[1].type},message:"must be number,null",schema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[1],data:data13};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs37){
if(typeof data13 == "number"){
if(!(formats0.validate(data13))){
const err6 = {instancePath:instancePath+"/requestBody/variables/" + i1+"/fallback_value",schemaPath:"#/properties/requestBody/properties/variables/items/properties/fallback_value/anyOf/1/format",keyword:"format",params:{format: "double"},message:"must match format \""+"double"+"\"",schema:"double",parentSchema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf[1],data:data13};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var _valid1 = _errs37 === errors;
valid7 = valid7 || _valid1;
if(!valid7){
const err7 = {instancePath:instancePath+"/requestBody/variables/" + i1+"/fallback_value",schemaPath:"#/properties/requestBody/properties/variables/items/properties/fallback_value/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value.anyOf,parentSchema:schema0.properties.requestBody.properties.variables.items.properties.fallback_value,data:data13};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid6 = _errs33 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/variables/" + i1,schemaPath:"#/properties/requestBody/properties/variables/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.variables.items.type,parentSchema:schema0.properties.requestBody.properties.variables.items,data:data10}];
return false;
}
}
var valid5 = _errs27 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/variables",schemaPath:"#/properties/requestBody/properties/variables/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.variables.type,parentSchema:schema0.properties.requestBody.properties.variables,data:data9}];
return false;
}
}
var valid1 = _errs25 === errors;
}
else {
var valid1 = true;
}
}
}
}
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
