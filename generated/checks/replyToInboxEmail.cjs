// Made by `npm run generate`.
module.exports = words => [
(module => {"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"title":"Request","type":"object","additionalProperties":true,"properties":{"requestBody":{"type":"object","properties":{"html":{"type":["string","null"]},"text":{"type":["string","null"]},"cc":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"string"}}]},"bcc":{"anyOf":[{"$ref":"#/properties/requestBody/properties/cc/anyOf/0"},{"type":["array","null"],"items":{"$ref":"#/properties/requestBody/properties/cc/anyOf/1/items"}}]},"subject":{"type":["string","null"]},"reply_all":{"type":"boolean","default":false},"attachments":{"type":["array","null"],"items":{"type":"object","properties":{"content":{"anyOf":[{"type":"string"},{"type":["array","null"],"items":{"type":"integer","format":"int32"}},{"type":"object","required":["type","data"],"properties":{"type":{"type":"string","enum":["Buffer"]},"data":{"type":"array","items":{"$ref":"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items"}}}}],"x-not-logged":true},"path":{"type":["string","null"]},"filename":{"anyOf":[{"type":"string"},{"type":["boolean","null"]}]},"contentType":{"type":["string","null"]},"content_type":{"type":["string","null"]},"content_id":{"type":["string","null"]},"inline_content_id":{"type":["string","null"]}}}},"headers":{"anyOf":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"null"}]}}}},"required":["requestBody"]};
const schema1 = {"type":"string"};
const schema2 = {"type":"string"};
const schema3 = {"type":"integer","format":"int32"};
const formats0 = require("ajv-formats/dist/formats").fullFormats.int32;

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
if(data0.reply_all === undefined){
data0.reply_all = false;
}
if(data0.html !== undefined){
let data1 = data0.html;
const _errs4 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/html",schemaPath:"#/properties/requestBody/properties/html/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.html.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.html.type,parentSchema:schema0.properties.requestBody.properties.html,data:data1}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.text !== undefined){
let data2 = data0.text;
const _errs6 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/text",schemaPath:"#/properties/requestBody/properties/text/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.text.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.text.type,parentSchema:schema0.properties.requestBody.properties.text,data:data2}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.cc !== undefined){
let data3 = data0.cc;
const _errs8 = errors;
const _errs9 = errors;
let valid2 = false;
const _errs10 = errors;
if(typeof data3 !== "string"){
const err0 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.cc.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[0],data:data3};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid2 = valid2 || _valid0;
const _errs12 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err1 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.cc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.cc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[1],data:data3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(errors === _errs12){
if(Array.isArray(data3)){
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs14 = errors;
if(typeof data4 !== "string"){
const err2 = {instancePath:instancePath+"/requestBody/cc/" + i0,schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.cc.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.properties.cc.anyOf[1].items,data:data4};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs14 === errors;
if(!valid3){
break;
}
}
}
}
var _valid0 = _errs12 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/requestBody/cc",schemaPath:"#/properties/requestBody/properties/cc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.cc.anyOf,parentSchema:schema0.properties.requestBody.properties.cc,data:data3};
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
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.bcc !== undefined){
let data5 = data0.bcc;
const _errs16 = errors;
const _errs17 = errors;
let valid4 = false;
const _errs18 = errors;
if(typeof data5 !== "string"){
const err4 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/cc/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema1.type,parentSchema:schema1,data:data5};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid1 = _errs18 === errors;
valid4 = valid4 || _valid1;
const _errs21 = errors;
if((!(Array.isArray(data5))) && (data5 !== null)){
const err5 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.bcc.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.bcc.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.bcc.anyOf[1],data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs21){
if(Array.isArray(data5)){
var valid6 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs23 = errors;
if(typeof data6 !== "string"){
const err6 = {instancePath:instancePath+"/requestBody/bcc/" + i1,schemaPath:"#/properties/requestBody/properties/cc/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema2.type,parentSchema:schema2,data:data6};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid6 = _errs23 === errors;
if(!valid6){
break;
}
}
}
}
var _valid1 = _errs21 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err7 = {instancePath:instancePath+"/requestBody/bcc",schemaPath:"#/properties/requestBody/properties/bcc/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.bcc.anyOf,parentSchema:schema0.properties.requestBody.properties.bcc,data:data5};
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
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.subject !== undefined){
let data7 = data0.subject;
const _errs26 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/subject",schemaPath:"#/properties/requestBody/properties/subject/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.subject.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.subject.type,parentSchema:schema0.properties.requestBody.properties.subject,data:data7}];
return false;
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
let data8 = data0.reply_all;
const _errs28 = errors;
if(typeof data8 !== "boolean"){
validate0.errors = [{instancePath:instancePath+"/requestBody/reply_all",schemaPath:"#/properties/requestBody/properties/reply_all/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema0.properties.requestBody.properties.reply_all.type,parentSchema:schema0.properties.requestBody.properties.reply_all,data:data8}];
return false;
}
var valid1 = _errs28 === errors;
if(valid1){
if(data0.attachments !== undefined){
let data9 = data0.attachments;
const _errs30 = errors;
if((!(Array.isArray(data9))) && (data9 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments",schemaPath:"#/properties/requestBody/properties/attachments/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.type,parentSchema:schema0.properties.requestBody.properties.attachments,data:data9}];
return false;
}
if(errors === _errs30){
if(Array.isArray(data9)){
var valid8 = true;
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
const _errs32 = errors;
if(errors === _errs32){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.content !== undefined){
let data11 = data10.content;
const _errs34 = errors;
const _errs35 = errors;
let valid10 = false;
const _errs36 = errors;
if(typeof data11 !== "string"){
const err8 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[0],data:data11};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid2 = _errs36 === errors;
valid10 = valid10 || _valid2;
const _errs38 = errors;
if((!(Array.isArray(data11))) && (data11 !== null)){
const err9 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type},message:"must be array,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1],data:data11};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs38){
if(Array.isArray(data11)){
var valid11 = true;
const len3 = data11.length;
for(let i3=0; i3<len3; i3++){
let data12 = data11[i3];
const _errs40 = errors;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
const err10 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/" + i3,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data12};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(errors === _errs40){
if(typeof data12 == "number"){
if(!(formats0.validate(data12))){
const err11 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/" + i3,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[1].items,data:data12};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
var valid11 = _errs40 === errors;
if(!valid11){
break;
}
}
}
}
var _valid2 = _errs38 === errors;
valid10 = valid10 || _valid2;
const _errs42 = errors;
if(errors === _errs42){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if(((data11.type === undefined) && (missing1 = "type")) || ((data11.data === undefined) && (missing1 = "data"))){
const err12 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].required,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
if(data11.type !== undefined){
let data13 = data11.type;
const _errs44 = errors;
if(typeof data13 !== "string"){
const err13 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data13};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(data13 === "Buffer")){
const err14 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/type/enum",keyword:"enum",params:{allowedValues: schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum},message:"must be equal to one of the allowed values",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type.enum,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.type,data:data13};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid12 = _errs44 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data11.data !== undefined){
let data14 = data11.data;
const _errs46 = errors;
if(errors === _errs46){
if(Array.isArray(data14)){
var valid13 = true;
const len4 = data14.length;
for(let i4=0; i4<len4; i4++){
let data15 = data14[i4];
const _errs48 = errors;
const _errs49 = errors;
if(!((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15)))){
const err15 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/data/" + i4,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema3.type,parentSchema:schema3,data:data15};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(errors === _errs49){
if(typeof data15 == "number"){
if(!(formats0.validate(data15))){
const err16 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/data/" + i4,schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/1/items/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\"",schema:"int32",parentSchema:schema3,data:data15};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
var valid13 = _errs48 === errors;
if(!valid13){
break;
}
}
}
else {
const err17 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content/data",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].properties.data,data:data14};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid12 = _errs46 === errors;
}
else {
var valid12 = true;
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var _valid2 = _errs42 === errors;
valid10 = valid10 || _valid2;
if(_valid2){
var props0 = {};
props0.type = true;
props0.data = true;
}
if(!valid10){
const err19 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/content",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.content.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content,data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
var valid9 = _errs34 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.path !== undefined){
let data16 = data10.path;
const _errs51 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2+"/path",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/path/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.path.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.path.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.path,data:data16}];
return false;
}
var valid9 = _errs51 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.filename !== undefined){
let data17 = data10.filename;
const _errs53 = errors;
const _errs54 = errors;
let valid15 = false;
const _errs55 = errors;
if(typeof data17 !== "string"){
const err20 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[0],data:data17};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid3 = _errs55 === errors;
valid15 = valid15 || _valid3;
const _errs57 = errors;
if((typeof data17 !== "boolean") && (data17 !== null)){
const err21 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf/1/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type},message:"must be boolean,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf[1],data:data17};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid3 = _errs57 === errors;
valid15 = valid15 || _valid3;
if(!valid15){
const err22 = {instancePath:instancePath+"/requestBody/attachments/" + i2+"/filename",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/filename/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.attachments.items.properties.filename.anyOf,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.filename,data:data17};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs54;
if(vErrors !== null){
if(_errs54){
vErrors.length = _errs54;
}
else {
vErrors = null;
}
}
}
var valid9 = _errs53 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.contentType !== undefined){
let data18 = data10.contentType;
const _errs59 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2+"/contentType",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/contentType/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.contentType.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.contentType.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.contentType,data:data18}];
return false;
}
var valid9 = _errs59 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.content_type !== undefined){
let data19 = data10.content_type;
const _errs61 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2+"/content_type",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_type/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_type.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_type.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_type,data:data19}];
return false;
}
var valid9 = _errs61 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.content_id !== undefined){
let data20 = data10.content_id;
const _errs63 = errors;
if((typeof data20 !== "string") && (data20 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2+"/content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.content_id,data:data20}];
return false;
}
var valid9 = _errs63 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data10.inline_content_id !== undefined){
let data21 = data10.inline_content_id;
const _errs65 = errors;
if((typeof data21 !== "string") && (data21 !== null)){
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2+"/inline_content_id",schemaPath:"#/properties/requestBody/properties/attachments/items/properties/inline_content_id/type",keyword:"type",params:{type: schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type},message:"must be string,null",schema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id.type,parentSchema:schema0.properties.requestBody.properties.attachments.items.properties.inline_content_id,data:data21}];
return false;
}
var valid9 = _errs65 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requestBody/attachments/" + i2,schemaPath:"#/properties/requestBody/properties/attachments/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.attachments.items.type,parentSchema:schema0.properties.requestBody.properties.attachments.items,data:data10}];
return false;
}
}
var valid8 = _errs32 === errors;
if(!valid8){
break;
}
}
}
}
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.headers !== undefined){
let data22 = data0.headers;
const _errs67 = errors;
const _errs68 = errors;
let valid16 = false;
const _errs69 = errors;
if(errors === _errs69){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key0 in data22){
let data23 = data22[key0];
const _errs72 = errors;
if(typeof data23 !== "string"){
const err23 = {instancePath:instancePath+"/requestBody/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties.type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0].additionalProperties,data:data23};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var valid17 = _errs72 === errors;
if(!valid17){
break;
}
}
}
else {
const err24 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema0.properties.requestBody.properties.headers.anyOf[0].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid4 = _errs69 === errors;
valid16 = valid16 || _valid4;
const _errs74 = errors;
if(data22 !== null){
const err25 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema0.properties.requestBody.properties.headers.anyOf[1].type,parentSchema:schema0.properties.requestBody.properties.headers.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid4 = _errs74 === errors;
valid16 = valid16 || _valid4;
if(!valid16){
const err26 = {instancePath:instancePath+"/requestBody/headers",schemaPath:"#/properties/requestBody/properties/headers/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema0.properties.requestBody.properties.headers.anyOf,parentSchema:schema0.properties.requestBody.properties.headers,data:data22};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
validate0.errors = vErrors;
return false;
}
else {
errors = _errs68;
if(vErrors !== null){
if(_errs68){
vErrors.length = _errs68;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs67 === errors;
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
require("./forwardInboxEmail.parameters.cjs")(words),
]
