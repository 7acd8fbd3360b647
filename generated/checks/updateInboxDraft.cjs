// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"to":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"string"}}]},"cc":{"anyOf":[{"$ref":"#/properties/requestBody/properties/to/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/1/items"}}]},"bcc":{"anyOf":[{"$ref":"#/properties/requestBody/properties/to/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/to/anyOf/1/items"}}]},"subject":{"type":["string","null"]},"text":{"type":["string","null"]},"html":{"type":["string","null"]},"attachments":{"type":["array","null"],"items":{"type":"object","required":["filename"],"properties":{"content":{"x-not-logged":true,"type":["string","null"]},"path":{"type":["string","null"]},"filename":{"type":"string"},"contentType":{"type":["string","null"]},"content_type":{"type":["string","null"]}}}}},"x-at-least-one-of":[["to"],["cc"],["bcc"],["subject"],["text"],["html"],["attachments"]]}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const schema2 = {"type":"string"};
const func0 = words.hasOneOf;

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
if(data0.to !== undefined){
let data1 = data0.to;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(typeof data1 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.to.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[0],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid2 = valid2 || _valid0;
const _errs8 = errors;
if((!(Array.isArray(data1))) && (data1 !== null)){
const err1 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.to.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.to.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[1],data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(errors === _errs8){
if(Array.isArray(data1)){
var valid3 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs10 = errors;
if(typeof data2 !== "string"){
const err2 = {instancePath:instancePath+"/requestBody/to/" + i0,schemaPath:"#/properties/requestBody/properties/to/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.to.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.properties.to.anyOf[1].items,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs10 === errors;
if(!valid3){
break;
}
}
}
}
var _valid0 = _errs8 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/to",schemaPath:"#/properties/requestBody/properties/to/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.to.anyOf,parentSchema:schema0.properties.requestBody.properties.to,data:data1};
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
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cc !== undefined){
let data3 = data0.cc;
const _errs12 = errors;
const _errs13 = errors;
let valid4 = false;
const _errs14 = errors;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs14 === errors;
valid4 = valid4 || _valid1;
const _errs17 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.cc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.cc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs17){
if(Array.isArray(data3)){
var valid6 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs19 = errors;
if(typeof data4 !== "string"){
const err6 = {instancePath:instancePath+"/requestBody/cc/" + i1,schemaPath:"#/properties/requestBody/properties/to/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid6 = _errs19 === errors;
if(!valid6){
break;
}
}
}
}
var _valid1 = _errs17 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err7 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.cc.anyOf,parentSchema:schema0.properties.requestBody.properties.cc,data:data3};
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
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.bcc !== undefined){
let data5 = data0.bcc;
const _errs22 = errors;
const _errs23 = errors;
let valid8 = false;
const _errs24 = errors;
if(typeof data5 !== "string"){
const err8 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/to/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs24 === errors;
valid8 = valid8 || _valid2;
const _errs27 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
const err9 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.bcc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.bcc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.bcc.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs27){
if(Array.isArray(data5)){
var valid10 = true;
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
const _errs29 = errors;
if(typeof data6 !== "string"){
const err10 = {instancePath:instancePath+"/requestBody/bcc/" + i2,schemaPath:"#/properties/requestBody/properties/to/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid10 = _errs29 === errors;
if(!valid10){
break;
}
}
}
}
var _valid2 = _errs27 === errors;
valid8 = valid8 || _valid2;
if(!valid8){
const err11 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.bcc.anyOf,parentSchema:schema0.properties.requestBody.properties.bcc,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data7 = data0.subject;
const _errs32 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data7}];
return false;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data8 = data0.text;
const _errs34 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data8}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.html !== undefined){
let data9 = data0.html;
const _errs36 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data9}];
return false;
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.attachments !== undefined){
let data10 = data0.attachments;
const _errs38 = errors;
if((!(Array.isArray(data10))) && (data10 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments",schemaPath:"#/properties/requestBody/properties/attachments/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.type,parentSchema:schema0.properties.requestBody.properties.attachments,data:data10}];
return false;
}
if(errors === _errs38){
if(Array.isArray(data10)){
var valid12 = true;
const len3 = data10.length;
for(let i3=0; i3<len3; i3++){
let data11 = data10[i3];
const _errs40 = errors;
if(errors === _errs40){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((data11.filename === undefined) && (missing1 = "filename")){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3,schemaPath:"#/properties/requestBody/properties/attachments/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.properties.attachments.items.required,parentSchema:schema0.properties.requestBody.properties.attachments.items,data:data11}];
return false;
}
else {
if(data11.content !== undefined){
let data12 = data11.content;
const _errs42 = errors;
if((typeof data12 !== "string") && (data12 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content,data:data12}];
return false;
}
var valid13 = _errs42 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.path !== undefined){
let data13 = data11.path;
const _errs44 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/path",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/path/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.path.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.path.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.path,data:data13}];
return false;
}
var valid13 = _errs44 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.filename !== undefined){
let data14 = data11.filename;
const _errs46 = errors;
if(typeof data14 !== "string"){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename,data:data14}];
return false;
}
var valid13 = _errs46 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.contentType !== undefined){
let data15 = data11.contentType;
const _errs48 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/contentType",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/contentType/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.contentType.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.contentType.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.contentType,data:data15}];
return false;
}
var valid13 = _errs48 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data11.content_type !== undefined){
let data16 = data11.content_type;
const _errs50 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3+"/content_type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_type/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_type.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_type,data:data16}];
return false;
}
var valid13 = _errs50 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i3,schemaPath:"#/properties/requestBody/properties/attachments/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items,data:data11}];
return false;
}
}
var valid12 = _errs40 === errors;
if(!valid12){
break;
}
}
}
}
var valid1 = _errs38 === errors;
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
require("./getInboxDraft.parameters.cjs")(words),
]
